import { setTimeout as sleep } from 'node:timers/promises'
import { exampleBook } from '#contract/examples.ts'
import { claimOf, send } from './ask.ts'
import { readBook, type Ledger } from './pages-of-visitors.ts'
import type { ServerProcess } from './server-process.ts'
import type { PossibleClaim } from './stock.ts'

export interface Seller {
  id: string
  token: string
}

export interface EditedBook {
  id: string
  sellerId: string
  category: string
  revision: number
}

export const CATEGORIES = ['novel-book', 'story-book', 'cook-book']
const listing = (name: string, category: string) => ({
  ...exampleBook,
  book_img: '',
  book_name: name,
  book_writer: `The writer of ${name}`,
  category_name: category,
})

interface Writing {
  shops: readonly ServerProcess[]
  sellers: readonly Seller[]
  books: EditedBook[]
  claims: readonly PossibleClaim[]
  perSecond: number
  seconds: number
  /** Most writes under way. */
  atOnce: number
}

/** Sells, edits and lists in turns, so many a second; reads each written page at every instance at once. */
export async function writeToCatalogue(
  { shops, sellers, books, claims, perSecond, seconds, atOnce }: Writing,
  ledger: Ledger,
): Promise<number> {
  const tokens = new Map(sellers.map(({ id, token }) => [id, token]))
  const edited = books.filter(({ id }) => !claims.some(({ bookId }) => bookId === id))
  const all = perSecond * seconds
  const underWay = new Set<Promise<void>>()
  let done = 0
  const change = async (id: string, words: string, work: () => Promise<unknown>) => {
    ledger.changing.add(id)
    await work()
    ledger.shown.set(id, { words })
    ledger.changing.delete(id)
    for (const shop of shops) await readBook(shop, id, ledger)
  }
  const one = async (at: number) => {
    const { origin } = shops[at % shops.length]!
    const turn = Math.floor(at / 3)
    const claim = claims[turn]
    if (at % 3 === 0 && claim)
      await change(claim.bookId, 'Reserved. It will be back on sale', () =>
        send(origin, 'POST', '/api/buy-now', claim.token, claimOf(claim.bookId)),
      )
    else if (at % 3 === 1) {
      const book = edited[(turn * 7) % edited.length]!
      if (ledger.changing.has(book.id)) return
      const name = `Edition ${at} of this bench`
      const address = `/api/my-books/${book.id}?revision=${book.revision}`
      await change(book.id, name, async () => {
        await send(origin, 'PATCH', address, tokens.get(book.sellerId)!, listing(name, book.category))
        book.revision += 1
      })
    } else
      await send(
        origin,
        'POST',
        '/api/my-books/pile',
        sellers[at % sellers.length]!.token,
        listing(`Listing ${at}`, CATEGORIES[at % 3]!),
      )
    done += 1
  }
  const start = performance.now()
  for (let at = 0; at < all; at += 1) {
    const early = start + (at * 1000) / perSecond - performance.now()
    if (early > 0) await sleep(early)
    if (performance.now() - start > 1000 * seconds) break
    if (underWay.size >= atOnce) await Promise.race(underWay)
    const writing = one(at)
    underWay.add(writing)
    void writing.finally(() => underWay.delete(writing)).catch(() => {})
  }
  await Promise.all(underWay)
  return done
}
