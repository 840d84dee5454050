import { DAY_MS } from '#contract/duration.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AccountRow, SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'

/** What the use cases of the story are given, as at the moment that is told of. */
export type SceneServices = Pick<
  Services,
  'db' | 'clock' | 'payouts' | 'shop' | 'site' | 'sealer' | 'log' | 'refuse' | 'identity' | 'images'
> & {
  cards: EarlierPayments
}

/** A moment of the story, and who and what is in it. */
export interface Scene {
  services: SceneServices
  /** One of the demo's people, by their nickname. */
  person(nickname: string): SignedInAccount
  /** A book's id, by its title. */
  book(title: string): string
  /** The order of the story on a book, by its title; set by whoever claims it. */
  orders: Map<string, string>
  /** Conversations by the names that the story gives them. */
  conversations: Map<string, string>
}

export interface Happening {
  daysAgo: number
  happens(scene: Scene): Promise<unknown>
}

interface Telling {
  services: Omit<SceneServices, 'db' | 'clock' | 'cards'>
  tx: Tx
  payments: (tx: Tx, clock: Clock) => EarlierPayments
  accounts: ReadonlyMap<string, AccountRow>
  books: ReadonlyMap<string, string>
  now: Date
}

/** For how long a copy was reserved in the past, whatever is set today. */
const EARLIER_CLAIM_SECONDS = 48 * 3600

/**
 * Lets one thing after the other happen, as long ago as each says, through the use cases of today: with their clock put
 * back, their cards played by the simulator, and all of it in one transaction.
 */
export async function tell(happenings: readonly Happening[], telling: Telling): Promise<void> {
  const { tx, services, accounts, books, now } = telling
  const moment = { at: now }
  const clock: Clock = { now: () => moment.at }
  const past = {
    ...services,
    db: within(tx),
    clock,
    cards: telling.payments(tx, clock),
    // The club took both by then, whatever it takes today.
    site: { ...services.site, cash: true, cards: { ...services.site.cards, mode: 'simulator' as const } },
    shop: { ...services.shop, claimSeconds: EARLIER_CLAIM_SECONDS },
  }
  const scene: Scene = {
    services: past,
    person: (nickname) => ({ ...known(accounts, nickname), signedInAt: Math.floor(moment.at.getTime() / 1000) }),
    book: (title) => known(books, title),
    orders: new Map(),
    conversations: new Map(),
  }
  for (const { daysAgo, happens } of happenings.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    moment.at = new Date(now.getTime() - daysAgo * DAY_MS)
    // What is reserved now stays so for as long as it would in this shop.
    past.shop.claimSeconds = daysAgo === 0 ? services.shop.claimSeconds : EARLIER_CLAIM_SECONDS
    await happens(scene)
  }
}

export function known<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The demo’s story doesn’t know ${name}.`)
  return value
}

/** A handle whose transactions are all part of one that is open already. */
function within(tx: Tx): Db {
  const part = { execute: <T>(work: (inner: Tx) => Promise<T>) => work(tx) }
  return new Proxy<Db>(tx, {
    get(target, name) {
      if (name === 'transaction') return () => part
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
