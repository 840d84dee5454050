import type { NewBook } from '#contract/books/books.ts'
import type { Texts } from '#client/forms/typed-fields.ts'

/** A book of the pile that has yet to reach the shop. */
export interface PiledBook {
  /** By this the server lists it once, however often it is sent. */
  key: string
  accountId: string
  at: number
  book: NewBook
  /** What was typed in the form, which changes it. */
  typed: Texts
  photo: Blob
  /** Why the shop doesn’t take it; '' while nothing is known against it. */
  problem: string
}

const DATABASE = 'pile'
const BOOKS = 'books'

/** Keeps a book in this browser, its photo too; once more, it is replaced. Rejects where the browser has no room or keeps nothing. */
export async function keepPiled(book: PiledBook): Promise<void> {
  await inStore('readwrite', (books) => books.put(book))
}

export async function forgetPiled(key: string): Promise<void> {
  await inStore('readwrite', (books) => books.delete(key))
}

/** Somebody’s pile, the first one on it first. */
export async function listPiled(accountId: string): Promise<PiledBook[]> {
  const all = (await inStore('readonly', (books) => books.getAll())) as PiledBook[]
  return all.filter((one) => one.accountId === accountId).toSorted((one, other) => one.at - other.at)
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

const NO_ROOM = 'This browser has no room to keep the pile. Please list the book in Add A Product instead.'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(BOOKS, { keyPath: 'key' }))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error(NO_ROOM)))
  })
}
