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
 * Serves the run's PostgreSQL to the test files, each in its own process. The first request starts it; a run without
 * requests has none. Returns Vitest's teardown.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not ended by the teardown: workers are of the run, too, and Vitest stops them after it. The caretaker sees Vitest end.
  beginRun()
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
    // A failed start was reported to its requesters.
    const running = await cluster?.catch(() => null)
    await running?.stop()
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
