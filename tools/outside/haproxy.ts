import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { OutsidePart } from './part.ts'

/** Three instances with nothing in common but database and object store, behind Debian's HAProxy. */
export const haproxy: OutsidePart = {
  name: 'haproxy',
  // It needs programs of Debian's, and the machine for itself.
  isOnRequest: true,
  setUp: async () => {
    const isThere = await promisify(execFile)('haproxy', ['-v']).catch(() => null)
    return isThere ? { env: {}, tearDown: async () => {} } : { cannot: 'haproxy isn’t installed' }
  },
  tests: ['tests/outside/haproxy.test.ts'],
  journeys: [],
}
