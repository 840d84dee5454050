import { DAY_MS } from '#contract/duration.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AccountRow, SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'

/** Services for the story's use cases, at the moment of each happening. */
export type SceneServices = Pick<
  Services,
  'db' | 'clock' | 'payouts' | 'shop' | 'site' | 'sealer' | 'log' | 'refuse' | 'identity' | 'images'
> & {
  cards: EarlierPayments
}

/** A moment of the story with its people and things. */
export interface Scene {
  services: SceneServices
  /** A person of the demo, by nickname. */
  person(nickname: string): SignedInAccount
  /** Id of a book, by title. */
  book(title: string): string
  /** Ids of the story's orders by book title; set when the copy is claimed. */
  orders: Map<string, string>
  /** Ids of conversations by their names in the story. */
  conversations: Map<string, string>
}

export interface Happening {
  daysAgo: number
  happens(scene: Scene): Promise<unknown>
}

interface Staging {
  services: Omit<SceneServices, 'db' | 'clock' | 'cards'>
  tx: Tx
  payments: (tx: Tx, clock: Clock) => EarlierPayments
  accounts: ReadonlyMap<string, AccountRow>
  books: ReadonlyMap<string, string>
  now: Date
}

/** Reservation time in the past, whatever is set today. */
const EARLIER_CLAIM_SECONDS = 48 * 3600

/**
 * Plays happenings in order, each at its age, through today's use cases: with the clock put back and cards played by
 * the simulator, all in one transaction.
 */
export async function playStory(happenings: readonly Happening[], staging: Staging): Promise<void> {
  const { tx, services, accounts, books, now } = staging
  const moment = { at: now }
  const clock: Clock = { now: () => moment.at }
  const past = {
    ...services,
    db: within(tx),
    clock,
    cards: staging.payments(tx, clock),
    // In the past the club took cash and cards, whatever it takes today.
    site: { ...services.site, cash: true, cards: { ...services.site.cards, mode: 'simulator' as const } },
    shop: { ...services.shop, claimSeconds: EARLIER_CLAIM_SECONDS },
  }
  const scene: Scene = {
    services: past,
    person: (nickname) => ({ ...getNamed(accounts, nickname), signedInAt: Math.floor(moment.at.getTime() / 1000) }),
    book: (title) => getNamed(books, title),
    orders: new Map(),
    conversations: new Map(),
  }
  for (const { daysAgo, happens } of happenings.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    moment.at = new Date(now.getTime() - daysAgo * DAY_MS)
    // Copies reserved now follow this shop's own setting.
    past.shop.claimSeconds = daysAgo === 0 ? services.shop.claimSeconds : EARLIER_CLAIM_SECONDS
    await happens(scene)
  }
}

export function getNamed<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The demo’s story doesn’t know ${name}.`)
  return value
}

/** Handle whose transactions are parts of an open one. */
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
