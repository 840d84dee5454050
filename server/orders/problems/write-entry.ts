import { dayBefore } from '#contract/duration.ts'
import { MOST_ENTRIES_A_DAY, type NewEntry } from '#contract/orders/problems.ts'
import { refuse } from '#contract/problems.ts'
import { problemNewsMail } from './problem-mails.ts'
import type { ProblemNews } from './problem-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { reserveUploads } from '#server/images/images.public.ts'
import { countEntriesSince, findLastEntry, insertEntry, type EntryAuthor } from './problems.sql.ts'

const SIDES = ['buyer', 'seller'] as const

/** The author's last entry if it has the same text, sent twice because an answer was lost. Null otherwise. */
export async function findSameEntry(
  tx: Tx,
  problemId: string,
  { authorId }: EntryAuthor,
  { text, images = [] }: NewEntry,
): Promise<string | null> {
  const last = await findLastEntry(tx, problemId)
  const isSame = last?.authorId === authorId && last.text === text && last.images.join(' ') === images.join(' ')
  return isSame ? last.id : null
}

/**
 * Adds an entry, and emails to the sides that didn't write it. Refuses pictures that the author did not upload, and too
 * many entries within a day.
 */
export async function writeEntry(
  tx: Tx,
  problemId: string,
  { author, authorId }: EntryAuthor,
  { text, images = [] }: NewEntry,
  { news, now }: { news: ProblemNews; now: Date },
): Promise<string> {
  if ((await countEntriesSince(tx, authorId, dayBefore(now))) >= MOST_ENTRIES_A_DAY)
    refuse('too_many_requests', `You have written ${MOST_ENTRIES_A_DAY} times today. Please continue tomorrow.`)
  const uploads = [...new Set(images)]
  if ((await reserveUploads(tx, authorId, uploads, now)) < uploads.length)
    refuse('invalid_input', 'Please check the marked fields.', [
      { field: 'images', message: 'Please upload the picture again' },
    ])
  const { id, place } = await insertEntry(tx, problemId, { author, authorId, text, images: uploads, at: now })
  await bookMailsToOthers(tx, problemId, author, { news, place })
  return id
}

/** Books emails to the sides that didn't act. */
export async function bookMailsToOthers(
  tx: Tx,
  problemId: string,
  author: EntryAuthor['author'],
  { news, place }: { news: ProblemNews; place: number },
): Promise<void> {
  for (const to of SIDES) if (to !== author) await problemNewsMail.book(tx, { problemId, to, news, place })
}
