import { randomBytes } from 'node:crypto'
import { connect } from '#server/database/connect.ts'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { migrate } from '#server/database/migrate.ts'
import { makeIdentityTables } from '#server/providers/embedded-identity/embedded-identity.ts'
import { startClusterOfTests } from './cluster-of-tests.ts'
import { databaseOn, runSql } from './sql-server.ts'

export interface RunningCluster {
  url: string
  /** The migrated database that every test's own is a copy of. */
  template: string
  stop(): Promise<void>
}

/** A PostgreSQL, embedded or the server that DATABASE_URL names, with a migrated template database on it. */
export async function startClusterOfRun(): Promise<RunningCluster> {
  const cluster = process.env.DATABASE_URL ? server(process.env.DATABASE_URL) : await startClusterOfTests()
  const template = `dogear_test_${randomBytes(6).toString('hex')}`
  await runSql(cluster.url, `CREATE DATABASE ${template}`)
  const stop = async () => {
    await runSql(cluster.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await cluster.stop()
  }
  try {
    await fillTemplate(databaseOn(cluster.url, template))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.url, template, stop }
}

const server = (url: string) => ({ url, stop: async () => {} })

async function fillTemplate(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 2 })
  try {
    await migrate(pool)
    await makeJobTables(pool)
    await makeIdentityTables(url)
  } finally {
    await close()
  }
}
