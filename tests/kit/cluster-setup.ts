import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { RunningCluster } from './cluster-of-run.ts'
import { beginRun } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the cluster of this run; see `testDatabase`. */
    testClusterDesk: string
  }
}

/**
 * Once per run: a desk at which the test files, each in its own process, ask for the run's PostgreSQL. The first who
 * asks has it started; a run in which nobody does has none. Gives Vitest what removes all of it again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endRun = beginRun()
  let cluster: Promise<RunningCluster> | undefined
  // Other users of this machine reach the port, too, and the cluster's address has its password.
  const secretPath = `/${randomBytes(16).toString('hex')}`
  const desk = createServer((request, response) => {
    if (request.url !== secretPath) return void response.writeHead(404).end()
    cluster ??= import('./cluster-of-run.ts').then(({ startClusterOfRun }) => startClusterOfRun())
    void answer(response, cluster)
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('testClusterDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}${secretPath}`)
  return async () => {
    desk.close()
    // One that did not start was told to those who asked.
    const running = await cluster?.catch(() => null)
    await running?.stop()
    await endRun()
  }
}

async function answer(response: ServerResponse, cluster: Promise<RunningCluster>): Promise<void> {
  try {
    const { url, template } = await cluster
    response.end(JSON.stringify({ url, template }))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
}
