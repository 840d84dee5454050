import { access } from 'node:fs/promises'
import { findOlderPostgres } from '#tests/kit/older-postgres.ts'
import type { OutsidePart } from './part.ts'

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/sbin/haproxy']

/** A club's own PostgreSQL, as Debian has it, with what stands before it: PgBouncer, HAProxy, a replica. */
export const database: OutsidePart = {
  name: 'database',
  // It needs programs of Debian's, and the machine for itself.
  isOnRequest: true,
  setUp: async () => {
    const areThere = await Promise.all(
      PROGRAMS.map((program) =>
        access(program).then(
          () => true,
          () => false,
        ),
      ),
    )
    return (await findOlderPostgres()) && areThere.every((isThere) => isThere)
      ? { env: {}, tearDown: async () => {} }
      : { cannot: 'it needs Debian’s packages postgresql, pgbouncer and haproxy' }
  },
  tests: ['pgbouncer', 'replica', 'failover'].map((name) => `tests/outside/${name}.test.ts`),
  journeys: [],
}
