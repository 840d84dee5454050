import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { OutsidePart } from './part.ts'

/** Where HAProxy is installed, these settings for the tests. */
export async function withHaproxy(env: Record<string, string>): ReturnType<OutsidePart['setUp']> {
  const isThere = await promisify(execFile)('haproxy', ['-v']).catch(() => null)
  return isThere ? { env, tearDown: async () => {} } : { cannot: 'haproxy isn’t installed' }
}

/** Three instances with nothing in common but database and object store, behind Debian's HAProxy. */
export const haproxy: OutsidePart = {
  name: 'haproxy',
  // It needs programs of Debian's, and the machine for itself.
  isOnRequest: true,
  setUp: () => withHaproxy({}),
  tests: ['tests/outside/haproxy.test.ts'],
  journeys: [],
}
