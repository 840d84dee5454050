import type { OutsidePart } from './part.ts'

/** Updates of a whole shop between releases, which take minutes: no outsider but what runs the shop. */
export const update: OutsidePart = {
  name: 'update',
  setUp: async () =>
    process.platform === 'win32' ? { cannot: 'releases are for Linux' } : { env: {}, tearDown: async () => {} },
  tests: ['update', 'update-of-a-server', 'newer-postgres', 'side-by-side'].map(
    (name) => `tests/outside/${name}.test.ts`,
  ),
  journeys: [],
}
