/** Tests of ours that bring their own database, or need none: a server's address changes nothing for them. */
const WITHOUT_A_SERVER = [
  'server/database/embedded/**',
  'server/demo/**',
  'server/images/encode-picture.test.ts',
  'server/start.test.ts',
  'tools/**',
]

/** What can go wrong on a database that is known by its address alone: how we get there, migrate, lock and lose it. */
export const onAnAddress = [
  'server/database/connect.test.ts',
  'server/database/migrate.test.ts',
  'server/jobs/start-jobs.test.ts',
  'server/orders/buy-book.test.ts',
]

/** Every test that talks to a database, as Vitest's command line selects them. */
export const onADatabase = [
  'server',
  'tests',
  'client/session',
  ...WITHOUT_A_SERVER.map((files) => `--exclude=${files}`),
]
