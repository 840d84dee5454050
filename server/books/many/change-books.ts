import { mayAdvertise, mayDelete, mayPause } from '#contract/books/books.policy.ts'
import type { ManyChange, ManyChanged } from '#contract/books/many-books.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import type { OwnBook } from '../book.columns.ts'
import { noAdvertising } from '../advertise-book.ts'
import { setAdvertised, setRemoved } from '../books.sql.ts'
import { lockBooksOfSeller, setPausedAlone } from './own-books.sql.ts'
import { isTooLateToRestore } from '../books.rules.ts'

/** Verdict on a book: it changes, needs no change, or stays, with the reason. */
type Verdict = 'change' | 'same' | { code: string; reason: string }

const NOT_THERE: Verdict = { code: 'not_found', reason: 'That isn’t one of your books.' }

/** Verdict on a change of a book. */
export const judgeChange = (change: ManyChange, book: OwnBook, now: Date): Verdict => changes[change].judge(book, now)

interface Change {
  judge: (book: OwnBook, now: Date) => Verdict
  write: (tx: Tx, ids: readonly string[], now: Date) => Promise<void>
}

const changes: Record<ManyChange, Change> = {
  advertise: {
    judge: (book) => {
      if (book.removedAt) return NOT_THERE
      const may = mayAdvertise({ ...book, takenDown: book.takenDownAt })
      if (may !== 'yes') return { code: may, reason: noAdvertising[may] }
      return book.isAdvertised ? 'same' : 'change'
    },
    write: (tx, ids, now) => setAdvertised(tx, ids, true, now),
  },
  'stop-advertising': {
    judge: (book) => (book.removedAt ? NOT_THERE : book.isAdvertised ? 'change' : 'same'),
    write: (tx, ids, now) => setAdvertised(tx, ids, false, now),
  },
  pause: {
    judge: (book) => {
      if (book.removedAt) return NOT_THERE
      const may = mayPause(book)
      return may === 'yes'
        ? book.pausedAt
          ? 'same'
          : 'change'
        : { code: may, reason: 'Sold. There’s nothing to pause.' }
    },
    write: (tx, ids, now) => setPausedAlone(tx, ids, now),
  },
  show: {
    judge: (book) => (book.removedAt ? NOT_THERE : book.pausedAt ? 'change' : 'same'),
    write: (tx, ids) => setPausedAlone(tx, ids, null),
  },
  delete: {
    judge: (book) => {
      if (book.removedAt) return 'same'
      const may = mayDelete(book)
      return may === 'yes'
        ? 'change'
        : { code: may, reason: 'Reserved. You can delete it once it’s sold or back on sale.' }
    },
    write: (tx, ids, now) => setRemoved(tx, ids, now),
  },
  restore: {
    judge: ({ removedAt }, now) => {
      if (!removedAt) return 'same'
      const isLate = isTooLateToRestore(removedAt, now)
      return isLate ? { code: 'too_late_to_restore', reason: 'Deleted too long ago. Please add it again.' } : 'change'
    },
    write: (tx, ids) => setRemoved(tx, ids, null),
  },
}

/**
 * Applies a change to many of a seller's books, in one transaction. Books of others, and those that can't be changed
 * so, are reported one by one; the rest is done. Called twice, it changes nothing the second time.
 */
export async function changeBooks(
  services: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  { change, books }: { change: ManyChange; books: readonly string[] },
): Promise<ManyChanged> {
  const now = services.clock.now()
  const { judge, write } = changes[change]
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const found = await lockBooksOfSeller(tx, books, sellerId)
    const judged = [...new Set(books)].map((id) => {
      const book = found.get(id)
      return { id, verdict: book ? judge(book, now) : NOT_THERE }
    })
    const changed = judged.filter(({ verdict }) => verdict === 'change').map(({ id }) => id)
    if (changed.length > 0) await write(tx, changed, now)
    return {
      changed,
      refused: judged.flatMap(({ id, verdict }) => (typeof verdict === 'string' ? [] : [{ book: id, ...verdict }])),
    }
  })
}
