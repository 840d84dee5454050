import type { Page } from '@playwright/test'
import type { Backups } from '#contract/settings/backups.ts'
import { press } from './reaching.ts'

const taken = (name: string, at: string, more: Partial<Backups['list'][number]> = {}): Backups['list'][number] => ({
  name: `dogear-${name}.tar.gz`,
  kind: 'clock',
  at: new Date(at),
  bytes: 51_180_220,
  isAway: true,
  ...more,
})

const shown: Backups = {
  everyHours: 24,
  keep: 7,
  trialEveryDays: 7,
  copiesTo: 'the object store at s3.example.org',
  failed: false,
  work: null,
  trial: {
    name: 'dogear-2026-11-26T03-00-00Z.tar.gz',
    at: new Date('2026-11-26T03:20:00Z'),
    outcome: 'ok',
    words:
      'It was restored into a PostgreSQL of its own: 48,210 rows in 66 tables, each as the backup says, and 1,204 pictures.',
  },
  list: [
    taken('by-hand-2026-11-27T18-30-00Z', '2026-11-27T18:30:00Z', { kind: 'hand', isAway: false }),
    taken('2026-11-27T03-00-00Z', '2026-11-27T03:00:00Z'),
    taken('2026-11-26T03-00-00Z', '2026-11-26T03:00:00Z'),
    taken('before-update-2026-11-20T21-14-05Z', '2026-11-20T21:14:05Z', { kind: 'update', bytes: 1_395_864_371 }),
    taken('2026-11-19T03-00-00Z', '2026-11-19T03:00:00Z', { bytes: null }),
  ],
}

const failed = {
  name: 'dogear-2026-11-27T03-00-00Z.tar.gz',
  at: new Date('2026-11-27T03:20:00Z'),
  outcome: 'failed' as const,
  words: 'What arrived is not what was sent: public.orders has other contents. Nothing was changed.',
}

/** Stubs a shop that takes backups, as the demo doesn't. */
const stub = (state: Partial<Backups>) => (page: Page) =>
  page.route('**/api/backups', (route) => route.fulfill({ json: { backups: { ...shown, ...state } } }))

/** States of the backups' screen. */
export const backupStates: [
  state: string,
  arrange: (page: Page) => Promise<unknown>,
  reach?: (page: Page) => Promise<void>,
][] = [
  ['', stub({})],
  ['under way', stub({ work: { what: 'backup', done: 18_300, total: 49_414, problem: null } })],
  ['trial failed', stub({ failed: true, trial: failed })],
  ['none yet', stub({ list: [], trial: null, copiesTo: null })],
  ['download', stub({}), press(/^Download/)],
]
