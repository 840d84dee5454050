import { useState } from 'react'
import { addPiledBookIn } from '#contract/books/book-calls.ts'
import { call } from '#client/api/call.ts'
import { newKey } from '#client/api/new-key.ts'
import { uploadImage } from '#client/api/upload-image.ts'
import { sendQueue, useQueue, useSending } from '#client/ui/storage/send-queue.ts'
import { piledBooks, type PiledBook } from './piled-books.ts'

export type Pile = ReturnType<typeof usePile>

/** Send queue of a person's pile: stored in this browser, sent one by one when online. */
export function usePile(accountId: string, currency: string) {
  const [queue] = useState(() => sendQueue('pile', piledBooks, (one) => list(one, currency)))
  const { items, sent, isSending } = useQueue(queue, accountId)
  useSending(queue, accountId)
  return {
    /** Books in the queue. */
    books: items,
    /** Number of books listed since the page opened. */
    listed: sent,
    isSending,
    /** Adds a book, or replaces `before`, a refused book. */
    add: (book: Pick<PiledBook, 'book' | 'typed' | 'photo'>, before: PiledBook | null) =>
      queue.add(accountId, { ...(before ?? { id: newKey(), at: Date.now() }), ...book, refused: undefined }),
    remove: (id: string) => queue.remove(accountId, id),
    /** Retries the queue, refused books too. */
    sendAgain: () => queue.retry(accountId),
  }
}

async function list({ id, book, photo }: PiledBook, currency: string): Promise<void> {
  const images = photo ? [await uploadImage(photo)] : []
  await call(addPiledBookIn(currency), { query: { idempotency_key: id }, body: { ...book, images } })
}
