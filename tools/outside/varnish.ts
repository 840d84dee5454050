import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { OutsidePart } from './part.ts'

/** A shop behind Debian's Varnish, which keeps its pages and forgets them. */
export const varnish: OutsidePart = {
  name: 'varnish',
  // It needs programs of Debian's, and the machine for itself.
  isOnRequest: true,
  setUp: async () => {
    const isThere = await promisify(execFile)('varnishd', ['-V']).catch(() => null)
    return isThere ? { env: {}, tearDown: async () => {} } : { cannot: 'varnish and varnish-modules aren’t installed' }
  },
  tests: ['tests/outside/varnish.test.ts'],
  journeys: [],
}
