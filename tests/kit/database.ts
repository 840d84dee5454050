import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { readLastMigrations } from '#server/database/adopting/adopt.ts'
import { connect, type Connection } from '#server/database/connect.ts'
import { applyInside } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { afterwards } from './afterwards.ts'
import { databaseOn, runSql } from './sql-server.ts'

export interface TestDatabase extends Connection {
  url: string
}

/** Requested once per process, whose test files run one after the other. */
let clusterOfRun: Promise<{ url: string; template: string }> | undefined

/** Has the run's cluster started by the process of Vitest itself, unless it runs already (cluster-setup.ts). */
function askForCluster(): Promise<{ url: string; template: string }> {
  // Not by fetch, which a test may have put something else in the place of.
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const answer = await text(response)
      if (response.statusCode !== 200) throw new Error(`The database of the tests did not start: ${answer}`)
      return JSON.parse(answer) as { url: string; template: string }
    }
    get(inject('testClusterDesk'), (response) => void read(response).then(resolve, reject)).once('error', reject)
  })
}

/**
 * A fresh, migrated, empty database on this run's cluster; about 50 ms. Dropped afterwards, even with open connections.
 * Usually one per test file. Without `migrated` it has no tables at all.
 */
export async function testDatabase({
  max = 10,
  migrated = true,
  ...options
}: { max?: number; migrated?: boolean } & Pick<
  NonNullable<Parameters<typeof connect>[1]>,
  'onStatement'
> = {}): Promise<TestDatabase> {
  const { url: cluster, template } = await (clusterOfRun ??= askForCluster())
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // File by file, which takes a third of what it takes to log each page of the copy.
  await runSql(cluster, `CREATE DATABASE ${name} TEMPLATE ${migrated ? template : 'template0'} STRATEGY FILE_COPY`)
  const url = databaseOn(cluster, name)
  // A busy machine is no frozen database.
  const connection = connect(url, { ...options, max, breakAfterMs: 60_000 })
  let closing: Promise<void> | undefined
  const drop = async () => {
    await connection.close()
    await runSql(cluster, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  const close = () => (closing ??= drop())
  afterwards(close)
  return { ...connection, url, close }
}

/** A database as commit 7cba2cfc left it, the last from before the first release: its objects and its list of migrations. */
export async function lastMigratedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ migrated: false })
  const [schema] = await readMigrations()
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await applyInside(client, [schema])
  await client.query('COMMIT')
  client.release()
  await listAsLastMigrated(database.pool)
  return database
}

/** Puts the list of the last migrations in the place of a database's own. */
export async function listAsLastMigrated(pool: TestDatabase['pool']): Promise<void> {
  const last = [...(await readLastMigrations())]
  await pool.query('DELETE FROM schema_migrations')
  await pool.query('INSERT INTO schema_migrations (name, sha256) SELECT * FROM unnest($1::text[], $2::text[])', [
    last.map(([name]) => name),
    last.map(([, sha256]) => sha256),
  ])
}
