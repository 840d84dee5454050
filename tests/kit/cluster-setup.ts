import { randomBytes } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startClusterOfTests } from './cluster-of-tests.ts'
import { beginRun } from './run-folder.ts'
import { databaseOn, runSql } from './sql-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, and the migrated database that every test's own is a copy of. */
    testCluster: { url: string; template: string }
  }
}

/**
 * Once per run: a PostgreSQL, embedded or the server that DATABASE_URL names, with a migrated template database on it.
 * Gives Vitest what removes all of it again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endRun = beginRun()
  const cluster = process.env.DATABASE_URL ? server(process.env.DATABASE_URL) : await startClusterOfTests()
  const template = `dogear_test_${randomBytes(6).toString('hex')}`
  await runSql(cluster.url, `CREATE DATABASE ${template}`)
  const removeTemplate = () => runSql(cluster.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
  try {
    await fillTemplate(databaseOn(cluster.url, template))
  } catch (error) {
    await removeTemplate()
    await cluster.stop()
    await endRun()
    throw error
  }
  project.provide('testCluster', { url: cluster.url, template })
  return async () => {
    await removeTemplate()
    await cluster.stop()
    await endRun()
  }
}

const server = (url: string) => ({ url, stop: async () => {} })

async function fillTemplate(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 2 })
  try {
    await migrate(pool)
    await runMigrations({ pgPool: pool })
  } finally {
    await close()
  }
}
