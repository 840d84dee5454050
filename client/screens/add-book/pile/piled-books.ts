import type { NewBook } from '#contract/books/books.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import type { Queued, QueueStore } from '#client/ui/storage/send-queue.ts'

/** Queued book of the pile; its id is the idempotency key, so a resend lists it once. */
export interface PiledBook extends Queued {
  at: number
  book: NewBook
  /** Form values, to edit it again. */
  typed: Texts
  photo: Blob | null
}

/** Stored form of a queued book. */
interface StoredBook extends Omit<PiledBook, 'id' | 'refused'> {
  key: string
  accountId: string
  /** Refusal; '' otherwise. */
  problem: string
}

const DATABASE = 'pile'
const BOOKS = 'books'

/** Queue of books with photos, in IndexedDB. Rejects where storage is full or closed. */
export const piledBooks: QueueStore<PiledBook> = {
  async list(accountId) {
    const all = (await inStore('readonly', (books) => books.getAll())) as StoredBook[]
    return all
      .filter((one) => one.accountId === accountId)
      .toSorted((one, other) => one.at - other.at)
      .map(({ key, problem, ...one }) => ({ ...one, id: key, ...(problem && { refused: problem }) }))
  },
  async put(accountId, { id, refused, ...book }) {
    const stored: StoredBook = { ...book, key: id, accountId, problem: refused ?? '' }
    await inStore('readwrite', (books) => books.put(stored))
  },
  async remove(_, id) {
    await inStore('readwrite', (books) => books.delete(id))
  },
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (books: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const work = database.transaction(BOOKS, mode)
      const asked = ask(work.objectStore(BOOKS))
      work.addEventListener('complete', () => resolve(asked.result))
      for (const end of ['error', 'abort']) work.addEventListener(end, () => reject(new Error(NO_ROOM)))
    })
  } finally {
    database.close()
  }
}

const NO_ROOM = 'There’s no room left in this browser for the pile. Please list the book in Add A Product instead.'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(BOOKS, { keyPath: 'key' }))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error(NO_ROOM)))
  })
}
