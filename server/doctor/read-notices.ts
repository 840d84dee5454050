import type { Notice } from '#contract/dashboard.ts'
import type { Config } from '#server/config.ts'
import { atMostEvery } from '#server/metrics/at-most-every.ts'
import { fault, type Finding } from '#server/ports/finding.ts'
import type { Services } from '#server/services.ts'
import { findNewerRelease } from '#server/settings/newest-release/newest-release.ts'
import { checkCardEvents } from './check-card-events.ts'
import { findNewest } from './check-backups.ts'
import { findRoom } from './check-disk.ts'

/** Each page of an admin asks. */
const FRESH_MS = 30_000

export interface NoticeSources {
  services: Pick<Services, 'db' | 'clock' | 'releases' | 'deployment'>
  config: Pick<Config, 'mode' | 'dataDir' | 'backups' | 'cards'>
  mailFailingSince?: () => Date | null
}

/**
 * Reader of the notices that admins see in every menu. Each condition is decided by the doctor's check or readiness. What
 * can't be looked at is left out: the health check says why. Looks at most every half minute, however many ask.
 */
export function noticesReader(sources: NoticeSources, { freshMs = FRESH_MS } = {}): () => Promise<Notice[]> {
  return atMostEvery(freshMs, async () => {
    const looks = [mail, webhook, disk, backups, release].map((look) => look(sources).catch(() => []))
    return (await Promise.all(looks)).flat()
  })
}

type Look = (sources: NoticeSources) => Promise<Notice[]>

/** A finding as a notice; none where all is well. */
const noticeOf = (kind: Notice['kind'], { state, found, advice }: Finding, since: Date | null = null): Notice[] =>
  state === 'warning' || state === 'fault' ? [{ kind, since, found, advice, page: null }] : []

const mail: Look = async ({ mailFailingSince }) => {
  const since = mailFailingSince?.() ?? null
  const advice = 'They wait, and none is lost for days. A test email shows what the mail server says.'
  return since ? noticeOf('mail', fault('Emails don’t get through.', advice), since) : []
}

const webhook: Look = async ({ services: { db, clock }, config }) => {
  if (config.cards.kind !== 'stripe') return []
  const { finding, since } = await checkCardEvents(db, clock.now())
  return noticeOf('webhook', finding, since)
}

const disk: Look = async ({ config }) => (await findRoom(config)).flatMap((finding) => noticeOf('disk', finding))

const backups: Look = async ({ config, services: { clock } }) =>
  noticeOf('backups', (await findNewest(config, clock.now())).finding)

const release: Look = async ({ services }) => {
  const running = services.deployment.version
  const newer = await findNewerRelease(services, running)
  if (!newer) return []
  const found = `Dogear ${newer.version} is out; this shop runs ${running}.`
  const advice = 'The operator of the server updates it. “A newer Dogear” in the runbook says how, and how to go back.'
  return [{ kind: 'release', since: null, found, advice, page: newer.page }]
}
