import type { Db, Tx } from './database/schema.ts'
import type { Site } from '#contract/site.ts'
import type { Role } from '#contract/call.ts'
import type { ProblemCode, Refuses } from '#contract/problems.ts'
import type { ContentPage } from '#contract/settings/content-page-calls.ts'
import type { ContentPageName } from '#contract/screens.ts'
import type { PageSourceName } from '#contract/settings/content-page-calls.ts'
import type { DomainPlan } from '#contract/settings/another-domain.ts'
import type { HealthCheckName, HealthReport } from '#contract/settings/health-checks.ts'
import type { SettingName, ShopSettings } from '#contract/settings/shop-settings.ts'
import type { SignedInAccount } from './accounts/accounts.public.ts'
import type { ClubTokens } from './accounts/club-token.ts'
import type { Archives } from './ports/archives.ts'
import type { BookLookup } from './ports/book-lookup.ts'
import type { CardPayments, EarlierPayments } from './ports/card-payments.ts'
import type { Clock } from './ports/clock.ts'
import type { IdentityPort } from './ports/identity.ts'
import type { EncodedPicture, ImageHost, ImageSource } from './ports/image-host.ts'
import type { MailForm, MailPort } from './ports/mail.ts'
import type { Payouts } from './ports/payouts.ts'
import type { Releases } from './ports/releases.ts'
import type { Sealer } from './secrets/sealer.ts'

/** The three methods of a logger for use cases; never pass it a secret, an address or a token. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The guards of accounts, for code that must not import them. */
export interface AccountGuards {
  /** Authenticates a club token; refuses an invalid one. */
  require(token: string): Promise<SignedInAccount>
  /** Whether an account may act in a role: its own, or the other side of trade where it has traded before. */
  actsAs(account: { id: string; role: Role }, role: Role): Promise<boolean>
  /** Refuses an account without any of the roles. */
  requireRole(account: SignedInAccount, roles: readonly Role[]): Promise<void>
}

/** The current settings, as of this process. */
export interface CurrentSettings {
  /** Revision of the admins' settings; 0 before the first save. */
  revision: number
  /** Raw settings of admins; may include those of later versions. */
  stored: Readonly<Record<string, unknown>>
  values: ShopSettings
}

/** The settings of admins, from any source. Most code reads `site` and `shop`, which follow from them. */
export interface Settings {
  current(): CurrentSettings
  /** Names fixed by the environment. */
  fixed: readonly SettingName[]
  /** Whether there is a card provider. */
  hasCards: boolean
  /** Reads the settings again, including all that was saved before the call. */
  refresh(): Promise<void>
  /** The same if another process may have saved; null where no read is needed. */
  refreshIfStale(): Promise<void> | null
}

/** The current text of a content page, as of this process. */
export interface CurrentPage {
  source: PageSourceName
  title: string
  /** In Markdown. */
  text: string
  /** Text saved by admins, shown or not; null for none. */
  saved: string | null
  /** Revision of the saved text; 0 before the first. */
  revision: number
  /** When the shown text was saved; null where another source is shown. */
  savedAt: Date | null
  /** Source shown without the saved text. */
  below: PageSourceName
  /** Why the saved text can't be shown any more. */
  problem: string | null
  /** Whether the text still has gaps for the club to fill. */
  hasGaps: boolean
}

/** The current content pages, from any source; `settings.refresh` reads those too. */
export interface CurrentPages {
  find(name: ContentPageName): CurrentPage
  /** Files of the operator that admins' texts replace. */
  hiddenFiles(): ContentPageName[]
  /** Renders a text into a page, or returns why it can't, as a sentence for its author. */
  render(text: string): { page: ContentPage } | { problem: string }
  /** Template variables with their current values. */
  variables(): { name: string; value: string; setting: SettingName | null }[]
}

/** What admins may see of how the shop is deployed. */
export interface DeploymentInfo {
  /** Version of this program. */
  version: string
  /** Versions that have opened the database, latest first, each with how many migrations it applied. */
  listVersions(): Promise<{ version: string; since: Date; migrations: number }[]>
  /** Whether it is for real people, not the demo. */
  isLive: boolean
  /** Whether its address is not a loopback. */
  isReachable: boolean
  sendsMail: boolean
  cards: 'stripe' | 'simulator' | 'off'
  takesBackups: boolean
}

/**
 * The shop's pictures, by addresses of its own that stay, wherever the pictures lie: on the disk, at the present host, or
 * still at an earlier one.
 */
export interface Pictures {
  hosts: {
    disk: ImageHost
    /** Takes new pictures; may be the disk. */
    present: ImageHost
    /** Those beside the disk that may have pictures, the present one included. */
    outside: readonly ImageSource[]
  }
  /** Encrypts the addresses by which people can delete pictures at their host. */
  sealer: Sealer
  /** Stores a picture in all sizes that its host has. Same bytes, same address. */
  store(picture: EncodedPicture): Promise<{ url: string }>
  has(url: string): Promise<boolean>
  /** Any file of a picture; null for an unknown address. */
  read(url: string): Promise<Uint8Array | null>
  /** The same for browsers: a host's own address, or the bytes. For pictures that aren't on the disk. */
  findOutside(url: string): Promise<{ at: string } | { bytes: Uint8Array } | null>
  /**
   * Ends a picture's address. Its files go, at once from the disk and soon from elsewhere; where the host can't delete,
   * admins are asked to. Unknown addresses are no error.
   */
  remove(db: Db, url: string): Promise<void>
}

/** Runs one check of the shop, for its admins. */
export type ShopChecks = (name: HealthCheckName) => Promise<HealthReport>

/** Everything that changes when the shop goes to an address, for its admins. */
export type DomainPlanner = (to: string) => Promise<DomainPlan>

/**
 * How a request ended: the class of its status, or why it got nothing: `limited` (429), `shed` where there are more than
 * can be served, `unavailable` while something that we need is away.
 */
export type AnswerOutcome = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'limited' | 'shed' | 'unavailable'

/** Counters for monitoring, in memory. Labels are of few values: never an id or an address. */
export interface Metrics {
  /** `seconds` is null where it says nothing, as of a stream; `cacheResult` where the page cache was asked. */
  answered(answer: {
    route: string
    method: string
    outcome: AnswerOutcome
    seconds: number | null
    cacheResult: 'hit' | 'miss' | null
  }): void
  rendered(seconds: number): void
  mailEnded(outcome: 'sent' | 'refused' | 'failed'): void
  jobEnded(kind: string, outcome: 'done' | 'failed' | 'given_up', seconds: number): void
}

/** Dependencies of the use cases; each names its few with Pick, and its refusals with Refuses. */
export interface Services extends Refuses<ProblemCode> {
  db: Db
  clock: Clock
  tokens: ClubTokens
  accounts: AccountGuards
  identity: IdentityPort
  /** Removes an identity at a provider that the shop has left; false where it can't be reached. */
  removeElsewhere: (identity: { provider: string; identityId: string }) => Promise<boolean>
  /** Null when card payments are off. */
  cards: CardPayments | null
  images: Pictures
  /** Stores the files that people download. */
  archives: Archives
  payouts: Payouts
  /** Card payments that are only played, in a transaction: no provider is asked, and no card charged. */
  playCards: (tx: Tx, clock: Clock) => EarlierPayments
  /** Null where the operator configured no look-up. */
  bookLookup: BookLookup | null
  /** Null where nobody is asked for newer versions. */
  releases: Releases | null
  /** Sends at once; use cases book their mails in a transaction instead. */
  mail: MailPort
  /** What every email looks like, for admins. */
  mailForms: readonly MailForm[]
  /** Encrypts mails that wait in the database. */
  sealer: Sealer
  /** Encrypts sellers' bank details. */
  bankSealer: Sealer
  settings: Settings
  contentPages: CurrentPages
  deployment: DeploymentInfo
  runCheck: ShopChecks
  planDomain: DomainPlanner
  metrics: Metrics
  /** Configuration that browsers may know; a live view of the current settings. */
  site: Site
  shop: {
    /** ISO 4217, upper-case. */
    currency: string
    /** Seconds until an unpaid claim expires; a live view of the current settings. */
    readonly claimSeconds: number
    /** Key of the hash that recognises a closed account's address, and of the signature of unsubscribe links. */
    addressSecret: string
  }
  log: Log
}

/** How far the search index is behind the books. */
export interface IndexLag {
  /** Books that wait to be indexed, counted up to some ten thousand. */
  waiting: number
  isBehind: boolean
}

/** State of the job queue. */
export interface JobState {
  /** Seconds that the oldest due job has waited for a worker; null when none waits. */
  oldestDueSeconds: number | null
  isLate: boolean
}
