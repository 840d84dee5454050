import { matchesMail } from './matches-mail.ts'
import { DAY_MS, MINUTE_MS } from '#contract/duration.ts'
import { tryLock } from '#server/database/advisory-locks.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { findMatches, SearchReader } from './find-matches.ts'
import { listingOf } from './fits.ts'
import {
  deleteWaitingFor,
  findWaitingMails,
  insertMatches,
  listForSale,
  listSearchesWith,
  listWaitingFor,
  takeFreshBooks,
  type Match,
} from './matches.sql.ts'

/** Batch size of books per transaction, and of saved searches per read. */
const BATCH = 200
const SEARCHES = 1000
const WRITTEN_AT_ONCE = 2000
/** Debounce of the email: a pile of new listings causes one. */
const WAIT_MS = { at_once: 5 * MINUTE_MS, daily: DAY_MS }

/**
 * Matches new and changed books with saved searches, and books emails: never about own books, never twice about one
 * book, and about books of unconfirmed sellers only to those who waited for that very copy. Each batch is one
 * transaction, so a crash leaves nothing half done. Does nothing while another process runs it.
 */
export async function matchWants({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const reader = new SearchReader()
  for (;;) {
    const taken = await db.transaction().execute((tx) => matchBatch(tx, reader, clock.now()))
    if (taken < BATCH) return
  }
}

async function matchBatch(tx: Tx, reader: SearchReader, now: Date): Promise<number> {
  if (!(await tryLock(tx, 'MATCHING_WANTS'))) return 0
  const { taken, ids } = await takeFreshBooks(tx, BATCH)
  const listings = (await listForSale(tx, ids)).map(listingOf)
  if (listings.length === 0) return taken
  const waiting = await listWaitingFor(
    tx,
    listings.map(({ book }) => book.id),
  )
  await bookMails(tx, waiting, now)
  await deleteWaitingFor(
    tx,
    waiting.map(({ wantId }) => wantId),
  )
  // Unconfirmed sellers' listings cause no email: a throwaway account could write to all who wait for a title.
  const mailable = listings.filter(({ book }) => book.sellerEmailVerified)
  const words = [...new Set(mailable.flatMap(({ words: those }) => [...those]))]
  for (let afterId: string | null = null; ;) {
    const searches = await listSearchesWith(tx, words, afterId, SEARCHES)
    await bookMails(tx, await findMatches(reader, searches, mailable), now)
    if (searches.length < SEARCHES) return taken
    afterId = searches.at(-1)!.id
  }
}

/** Inserts matches and books emails, or adds to one already booked. */
async function bookMails(tx: Tx, matches: readonly Match[], now: Date): Promise<void> {
  for (const often of ['at_once', 'daily'] as const) {
    const those = matches.filter((match) => match.often === often)
    const mailAt = new Date(now.getTime() + WAIT_MS[often])
    const accountIds = [...new Set(those.map(({ accountId }) => accountId))]
    const waiting = await findWaitingMails(tx, accountIds, { after: now, until: mailAt })
    const isBooked = new Set(waiting.keys())
    for (let from = 0; from < those.length; from += WRITTEN_AT_ONCE) {
      const some = those.slice(from, from + WRITTEN_AT_ONCE)
      for (const accountId of await insertMatches(tx, some, (match) => waiting.get(match.accountId) ?? mailAt)) {
        if (isBooked.has(accountId)) continue
        isBooked.add(accountId)
        await matchesMail.book(tx, { accountId, at: mailAt.toISOString() }, mailAt)
      }
    }
  }
}
