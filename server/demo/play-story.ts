import { z } from 'zod'
import { DAY_MS } from '#contract/duration.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { withinTransaction } from '#server/database/within-transaction.ts'
import { readTable } from './read-table.ts'
import { acts, getNamed, type Line, type Scene, type StoryServices } from './story-acts.ts'

/**
 * Acts of the demo's people, from the earliest on: an order in each possible state, each with the next step it waits for.
 * The searches come last: price changes of wanted books would be found, and emails booked.
 */
const story = readTable<Line>(
  'story.csv',
  z.object({
    daysAgo: z.coerce.number(),
    who: z.string().default(''),
    does: z.enum(Object.keys(acts) as [Line['does']]),
    about: z.string().default(''),
    reason: z.string().default(''),
    amount: z.coerce.number().nullable().default(null),
    text: z.string().default(''),
  }),
)

interface Staging {
  services: Omit<StoryServices, 'db' | 'clock' | 'cards'>
  tx: Tx
  payments: (tx: Tx, clock: Clock) => EarlierPayments
  accounts: ReadonlyMap<string, AccountRow>
  phones: ReadonlyMap<string, string>
  books: ReadonlyMap<string, string>
  now: Date
}

/** Reservation time in the past, whatever is set today. */
const EARLIER_CLAIM_SECONDS = 48 * 3600

/**
 * Plays the story, each line at its age, through today's use cases: with the clock put back and cards played by the
 * simulator, all in one transaction.
 */
export async function playStory(staging: Staging): Promise<void> {
  const { tx, services, accounts, phones, books, now } = staging
  const moment = { at: now }
  const clock: Clock = { now: () => moment.at }
  const past = {
    ...services,
    db: withinTransaction(tx),
    clock,
    cards: staging.payments(tx, clock),
    // In the past the club took cash and cards, whatever it takes today.
    site: { ...services.site, cash: true, cards: { ...services.site.cards, mode: 'simulator' as const } },
    shop: { ...services.shop, claimSeconds: EARLIER_CLAIM_SECONDS },
  }
  const scene: Scene = {
    services: past,
    person: (nickname) => ({ ...getNamed(accounts, nickname), signedInAt: Math.floor(moment.at.getTime() / 1000) }),
    phone: (nickname) => getNamed(phones, nickname),
    book: (title) => getNamed(books, title),
    orders: new Map(),
    conversations: new Map(),
  }
  for (const line of story) {
    moment.at = new Date(now.getTime() - line.daysAgo * DAY_MS)
    // Copies reserved now follow this shop's own setting.
    past.shop.claimSeconds = line.daysAgo === 0 ? services.shop.claimSeconds : EARLIER_CLAIM_SECONDS
    await acts[line.does](scene, line)
  }
}
