import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Connection } from '#server/database/connect.ts'
import { databaseOn, runSql } from './sql-server.ts'

export interface TestDatabase extends Connection {
  url: string
}

/**
 * A fresh, migrated, empty database on the cluster of this run; about 50 ms. `close` drops it, whoever still holds a
 * connection to it. Usually one per test file: `const database = await testDatabase()` and `afterAll(database.close)`.
 * Without `migrated` it has no tables at all.
 */
export async function testDatabase({ max = 10, migrated = true } = {}): Promise<TestDatabase> {
  const { url: cluster, template } = inject('testCluster')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runSql(cluster, `CREATE DATABASE ${name} TEMPLATE ${migrated ? template : 'template0'}`)
  const url = databaseOn(cluster, name)
  const connection = connect(url, { max })
  let closing: Promise<void> | undefined
  const close = async () => {
    await connection.close()
    await runSql(cluster, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { ...connection, url, close: () => (closing ??= close()) }
}
