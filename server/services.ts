import type { Db } from './database/schema.ts'
import type { Site } from '#contract/site.ts'
import type { Role } from '#contract/call.ts'
import type { ProblemCode, Refuses } from '#contract/problems.ts'
import type { ContentPage } from '#contract/settings/content-page-calls.ts'
import type { ContentPageName } from '#contract/screens.ts'
import type { PageSourceName } from '#contract/settings/content-page-calls.ts'
import type { SettingName, ShopSettings } from '#contract/settings/shop-settings.ts'
import type { SignedInAccount } from './accounts/accounts.public.ts'
import type { ClubTokens } from './accounts/club-token.ts'
import type { Archives } from './ports/archives.ts'
import type { BookLookup } from './ports/book-lookup.ts'
import type { CardPayments } from './ports/card-payments.ts'
import type { Clock } from './ports/clock.ts'
import type { IdentityPort } from './ports/identity.ts'
import type { ImageHost } from './ports/image-host.ts'
import type { MailPort } from './ports/mail.ts'
import type { Payouts } from './ports/payouts.ts'
import type { Sealer } from './secrets/sealer.ts'

/** The three words of a logger that use cases need; never give it a secret, an address or a token. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The guards of accounts, for code that must not import them. */
export interface AccountGuards {
  /** The account behind a club token; refuses a token that is not valid any more. */
  require(token: string): Promise<SignedInAccount>
  /** Whether an account acts in a role: its own, or the other side of trade where it has traded before. */
  actsAs(account: { id: string; role: Role }, role: Role): Promise<boolean>
  /** Refuses an account that acts in none of the roles. */
  requireRole(account: SignedInAccount, roles: readonly Role[]): Promise<void>
}

/** The settings in force, as this process knows them. */
export interface CurrentSettings {
  /** Of what admins set of the shop; 0 before the first save. */
  revision: number
  /** What admins have set, as written; more than this version may know. */
  stored: Readonly<Record<string, unknown>>
  values: ShopSettings
}

/** What an admin may set, wherever it is set. Most read what follows from it in `site` and `shop`. */
export interface Settings {
  current(): CurrentSettings
  /** Those that the environment sets. */
  fixed: readonly SettingName[]
  /** Whether there is a card provider. */
  hasCards: boolean
  /** Reads them anew: afterwards all is known that was saved before. */
  refresh(): Promise<void>
  /** The same where another process may have saved something; null where nothing has to be read. */
  refreshIfStale(): Promise<void> | null
}

/** The text of a content page that is shown, as this process knows it. */
export interface CurrentPage {
  source: PageSourceName
  title: string
  /** In Markdown. */
  text: string
  /** What admins have saved of it, though it may not be what is shown; null where nothing is. */
  saved: string | null
  /** Of what they saved; 0 before the first time. */
  revision: number
  /** When that was; null where it isn't what is shown. */
  savedAt: Date | null
  /** What is shown without it. */
  below: PageSourceName
  /** Why what they saved can't be shown any more. */
  problem: string | null
  /** Something only the club can know is still missing, by the text's own words. */
  hasGaps: boolean
}

/** The texts of the content pages, wherever they come from; `settings.refresh` reads those too. */
export interface CurrentPages {
  find(name: ContentPageName): CurrentPage
  /** The operator's files in place of which texts of admins are shown. */
  hiddenFiles(): ContentPageName[]
  /** The page that a text makes now, or why it makes none, as a sentence for its author. */
  render(text: string): { page: ContentPage } | { problem: string }
  /** What may stand in braces in a text, and what it stands for now. */
  variables(): { name: string; value: string; setting: SettingName | null }[]
}

/** What admins may see of how the shop is deployed. */
export interface DeploymentInfo {
  /** For real people, rather than the demo. */
  isLive: boolean
  /** At an address that is not this machine's own. */
  isReachable: boolean
  sendsMail: boolean
  cards: 'stripe' | 'simulator' | 'off'
  takesBackups: boolean
}

/** Everything the use cases are given; each names the few it needs with Pick, and what it may refuse with Refuses. */
export interface Services extends Refuses<ProblemCode> {
  db: Db
  clock: Clock
  tokens: ClubTokens
  accounts: AccountGuards
  identity: IdentityPort
  /** Null when card payments are off. */
  cards: CardPayments | null
  images: ImageHost
  /** Keeps the files that people download. */
  archives: Archives
  payouts: Payouts
  /** Null where the operator has nobody asked. */
  bookLookup: BookLookup | null
  /** Sends at once; use cases book their mails in a transaction instead. */
  mail: MailPort
  /** For mails that wait in the database. */
  sealer: Sealer
  settings: Settings
  contentPages: CurrentPages
  deployment: DeploymentInfo
  /** What browsers may know of the configuration; reads as the newest settings at each look. */
  site: Site
  shop: {
    /** ISO 4217, upper-case. */
    currency: string
    /** How long a claim lasts without payment, in seconds; the newest settings at each look. */
    readonly claimSeconds: number
    /** Keys the hash by which a closed account's address is recognised, and signs the links that turn emails off. */
    addressSecret: string
  }
  log: Log
}

/** How the backups stand that the shop takes by itself. */
export interface BackupState {
  /** When the newest one was taken; null when there is none. */
  last: Date | null
  /** Whether the latest try failed. */
  failed: boolean
}

/** How the jobs stand that wait in the database. */
export interface JobState {
  /** For how many seconds the oldest due job has waited for a worker; null when none waits. */
  oldestDueSeconds: number | null
  isLate: boolean
}
