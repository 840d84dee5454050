/** Tests with a database of their own, or without one: DATABASE_URL changes nothing for them. */
const WITHOUT_A_SERVER = [
  'server/database/embedded/**',
  'server/demo/**',
  'server/images/encode-picture.test.ts',
  'server/start.test.ts',
  'tools/**',
]

/** Tests that matter for a database known by its URL alone: connecting, migrating, locking and losing it. */
export const onAnAddress = [
  'server/database/connect.test.ts',
  'server/database/migrate.test.ts',
  'server/jobs/start-jobs.test.ts',
  'server/orders/buy-book.test.ts',
]

/** All tests with a database, as Vitest's command line selects them. */
export const onADatabase = [
  'server',
  'tests',
  'client/session',
  ...WITHOUT_A_SERVER.map((files) => `--exclude=${files}`),
]
