import { useState } from 'react'
import { addBookIn } from '#contract/books/book-calls.ts'
import { call } from '#client/api/call.ts'
import { newKey } from '#client/api/new-key.ts'
import { uploadImage } from '#client/api/upload-image.ts'
import { sendQueue, useQueue, useSending } from '#client/ui/storage/send-queue.ts'
import { piledBooks, type PiledBook } from './piled-books.ts'

export type Pile = ReturnType<typeof usePile>

/** The pile of a person: kept in this browser, and sent book by book as soon as there is a connection. */
export function usePile(accountId: string, currency: string) {
  const [queue] = useState(() => sendQueue('pile', piledBooks, (one) => list(one, currency)))
  const { items, sent, isSending } = useQueue(queue, accountId)
  useSending(queue, accountId)
  return {
    /** What has yet to reach the shop. */
    books: items,
    /** How many did since the page is open. */
    listed: sent,
    isSending,
    /** In the place of `before`, where one that was refused has been changed. */
    add: (book: Pick<PiledBook, 'book' | 'typed' | 'photo'>, before: PiledBook | null) =>
      queue.add(accountId, { ...(before ?? { id: newKey(), at: Date.now() }), ...book, refused: undefined }),
    remove: (id: string) => queue.remove(accountId, id),
    /** Sends what waits, also what was refused. */
    sendAgain: () => queue.retry(accountId),
  }
}

async function list({ id, book, photo }: PiledBook, currency: string): Promise<void> {
  const url = await uploadImage(photo)
  await call(addBookIn(currency), { query: { idempotency_key: id }, body: { ...book, images: [url] } })
}
