import { useEffect, useEffectEvent, useState } from 'react'
import { addBookIn } from '#contract/books/book-calls.ts'
import { call } from '#client/api/call.ts'
import { newKey } from '#client/api/new-key.ts'
import { isWorthKeeping, ProblemError } from '#client/api/problem-error.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { uploadImage } from '#client/api/upload-image.ts'
import { forgetPiled, keepPiled, listPiled, type PiledBook } from './piled-books.ts'

/** Nobody says so when a shop that was busy is well again. */
const TRY_AGAIN_MS = 15_000

export interface Pile {
  /** What has yet to reach the shop. */
  books: readonly PiledBook[]
  /** How many did since the page is open. */
  listed: number
  isSending: boolean
  /** In the place of `before`, where one that was refused has been changed. */
  add(book: Pick<PiledBook, 'book' | 'typed' | 'photo'>, before: PiledBook | null): Promise<void>
  remove(key: string): Promise<void>
  /** Sends what waits, also what was refused. */
  sendAgain(): Promise<void>
}

/** The pile of a person: kept in this browser, and sent book by book as soon as there is a connection. */
export function usePile(accountId: string, currency: string): Pile {
  const [books, setBooks] = useState<readonly PiledBook[]>([])
  const [listed, setListed] = useState(0)
  const [isSending, setSending] = useState(false)
  const refresh = async () => setBooks(await listPiled(accountId))

  /** `isTold`: says so. Whoever listens need not hear of every attempt. */
  async function send(isTold = true): Promise<void> {
    setSending(isTold)
    try {
      // One tab at a time; whoever comes second has nothing left to do.
      await oneAtATime(`pile-${accountId}`, () =>
        sendAll(accountId, currency, async (isListed) => {
          if (isListed) setListed((count) => count + 1)
          await refresh()
        }),
      )
    } finally {
      setSending(false)
      await refresh()
    }
  }
  const begin = useEffectEvent((isTold = true) => void send(isTold).catch(() => {}))
  const isWaiting = books.some(({ problem }) => problem === '')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => begin(false), TRY_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  useEffect(() => {
    const first = setTimeout(() => begin())
    const goOn = () => begin()
    window.addEventListener('online', goOn)
    return () => {
      clearTimeout(first)
      window.removeEventListener('online', goOn)
    }
  }, [])
  return {
    books,
    listed,
    isSending,
    async add(book, before) {
      await keepPiled({ ...(before ?? { key: newKey(), accountId, at: Date.now() }), ...book, problem: '' })
      await refresh()
      void send().catch(() => {})
    },
    async remove(key) {
      await forgetPiled(key)
      await refresh()
    },
    async sendAgain() {
      for (const one of books) if (one.problem !== '') await keepPiled({ ...one, problem: '' })
      await send()
    },
  }
}

/** Until nothing is left to send, or no answer comes. A book that is refused stays, with the reason. */
async function sendAll(accountId: string, currency: string, hear: (isListed: boolean) => Promise<void>): Promise<void> {
  for (;;) {
    const next = (await listPiled(accountId)).find(({ problem }) => problem === '')
    if (!next) return
    try {
      const url = await uploadImage(next.photo)
      const body = { ...next.book, images: [url] }
      await call(addBookIn(currency), { query: { idempotency_key: next.key }, body })
      await forgetPiled(next.key)
      await hear(true)
    } catch (error) {
      if (isWorthKeeping(error)) return
      await keepPiled({ ...next, problem: reasonIn(error) })
      await hear(false)
    }
  }
}

/** Why a book was refused: no form is there whose fields could say so. */
const reasonIn = (error: unknown): string =>
  error instanceof ProblemError && error.invalidFields.length > 0
    ? error.invalidFields.map(({ message }) => message).join('. ')
    : failureWords(error)

/** Browsers without locks send from two tabs; by its key, each book is listed once all the same. */
async function oneAtATime(name: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, work)
  else await work()
}
