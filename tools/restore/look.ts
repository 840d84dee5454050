import { imageHash } from '#contract/images/image-addresses.ts'
import { readOrderNumber } from '#contract/orders/order-number.ts'
import type { BackedUpRow } from '#server/backup/look-inside/copy-rows.ts'
import { findRows, type Found } from '#server/backup/look-inside/find-rows.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { tokenize } from '#server/database/search-words.ts'
import { picturesOf } from './find-wanted.ts'
import { idIn, type RestoreCall } from './read-arguments.ts'
import { accountLines, differenceLines, listingLine, listingLines, orderLines, timeWords } from './row-words.ts'

const MOST_FOUND = 50

type Progress = (done: number, total: number) => void

/** Reads a row of the shop as it is now; absent where there is no shop to compare with. */
export type ReadNow = (table: string, id: string) => Promise<BackedUpRow | null>

export interface Look {
  file: string
  progress: Progress
  readNow: ReadNow | null
}

/** A listing of a backup, with its orders, its seller and the files of its pictures. Refuses an unknown id. */
export async function findListing(file: string, id: string, progress: Progress) {
  const { opening, rows } = await findRows(
    file,
    {
      tables: {
        'public.books': { mark: id, isWanted: (row) => row.id === id },
        'public.orders': { mark: id, isWanted: (row) => row.book_id === id },
      },
    },
    progress,
  )
  const [book] = rows['public.books']!
  if (!book)
    throw new OperatorError(
      `The backup has no listing ${id}. --find "words of its title" looks for it; or try an older backup.`,
    )
  // Accounts and pictures come before books in the file, so they are read in a second look.
  const hashes = picturesOf(book).flatMap((url) => imageHash(url) ?? [])
  const sellerId = book.seller_id ?? ''
  const more = await findRows(
    file,
    {
      tables: { 'public.accounts': { mark: sellerId, isWanted: (row) => row.id === sellerId } },
      pictures: new Set(hashes),
    },
    progress,
  )
  return {
    book,
    madeAt: new Date(opening.madeAt),
    orders: rows['public.orders']!,
    seller: more.rows['public.accounts']![0],
    pictures: more.pictures,
  }
}

/** What the backup has of a listing, an account or an order, and how that differs from the shop now, as lines. */
export async function show({ kind, named }: Extract<RestoreCall, { act: 'show' }>, look: Look): Promise<string[]> {
  const showKind = { listing: showListing, account: showAccount, order: showOrder }[kind]
  return showKind(named, look)
}

async function showListing(named: string, { file, progress, readNow }: Look): Promise<string[]> {
  const { book, madeAt, orders, seller, pictures } = await findListing(file, idIn(named) ?? named, progress)
  const urls = picturesOf(book)
  const here = urls.filter((url) => pictures.has(imageHash(url) ?? '')).length
  return [
    `The listing ${book.id}, in the backup of ${timeWords(madeAt.toISOString())}:`,
    ...listingLines({ book, seller, orders, pictures: { all: urls.length, here } }),
    ...(await compared('public.books', book, readNow)),
  ]
}

async function showAccount(named: string, { file, progress, readNow }: Look): Promise<string[]> {
  const id = idIn(named)
  const email = named.toLowerCase()
  const isNamed = (row: BackedUpRow) => (id === null ? row.email === email : row.id === id)
  const { opening, rows } = await findRows(
    file,
    { tables: { 'public.accounts': { mark: id ?? email, isWanted: isNamed } } },
    progress,
  )
  // Of several with an email the others were closed.
  const account = rows['public.accounts']!.toSorted((a, b) => Number(!!a.closed_at) - Number(!!b.closed_at))[0]
  if (!account?.id) throw new OperatorError(`The backup has no account ${named}.`)
  const books = await findRows(
    file,
    { tables: { 'public.books': { mark: account.id, isWanted: (row) => row.seller_id === account.id } } },
    progress,
  )
  return [
    `The account ${account.id}, in the backup of ${timeWords(opening.madeAt)}:`,
    ...accountLines(account, books.rows['public.books']!),
    ...(await compared('public.accounts', account, readNow)),
  ]
}

async function showOrder(named: string, { file, progress, readNow }: Look): Promise<string[]> {
  const id = idIn(named)
  const mark = id ?? readOrderNumber(named) ?? named
  const isNamed = (row: BackedUpRow) => (id === null ? row.number === mark : row.id === id)
  const { opening, rows } = await findRows(file, { tables: { 'public.orders': { mark, isWanted: isNamed } } }, progress)
  const [order] = rows['public.orders']!
  if (!order) throw new OperatorError(`The backup has no order ${named}.`)
  const people = new Set([order.buyer_id, order.seller_id])
  const around = await findRows(
    file,
    {
      tables: {
        'public.books': { mark: order.book_id ?? '', isWanted: (row) => row.id === order.book_id },
        'public.accounts': { isWanted: (row) => people.has(row.id) },
      },
    },
    progress,
  )
  return [
    `The order ${order.id}, in the backup of ${timeWords(opening.madeAt)}:`,
    ...orderLines(order, around.rows['public.books']![0], around.rows['public.accounts']!),
    ...(await compared('public.orders', order, readNow)),
  ]
}

async function compared(table: string, then: BackedUpRow, readNow: ReadNow | null): Promise<string[]> {
  if (!readNow) return ['There is no shop here to compare it with.']
  return differenceLines(then, await readNow(table, then.id ?? ''))
}

/** Listings whose title, author or ISBN has all the words, as lines; accents and capitals don't count. */
export async function findListings(words: string, { file, progress }: Look): Promise<string[]> {
  const wanted = tokenize(plain(words))
  const isWanted = (row: BackedUpRow) => {
    const text = plain(`${row.title} ${row.author} ${row.isbn ?? ''}`)
    return wanted.every((word) => text.includes(word))
  }
  const { opening, rows }: Found = await findRows(
    file,
    { tables: { 'public.books': { isWanted } }, most: MOST_FOUND + 1 },
    progress,
  )
  const books = rows['public.books']!
  if (books.length === 0)
    throw new OperatorError(`The backup of ${timeWords(opening.madeAt)} has no listing with “${words}”.`)
  return [
    ...books.slice(0, MOST_FOUND).map(listingLine),
    ...(books.length > MOST_FOUND ? [`There are more than ${MOST_FOUND}: name more words.`] : []),
  ]
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('-', '')
