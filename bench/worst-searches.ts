import type { Asked } from './ask.ts'
import type { Stock } from './worst-stock.ts'

/** Makes a request that costs a stranger nothing and the shop as much as possible, by turn: each differs, to bypass the page cache. */
export type Ask = (stock: Stock, turn: number) => Asked

/** Worst cases of an address, by what is bad about them. */
export type WorstCases = Readonly<Record<string, Ask>>

export const get =
  (path: (stock: Stock, turn: number) => string): Ask =>
  (stock, turn) => ({ path: path(stock, turn) })
export const inTurn = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length]!

/** The same words in another order each time, with one from elsewhere in the alphabet. */
export function shuffled(words: readonly string[], turn: number): string[] {
  const rest = [...words]
  const order: string[] = []
  for (let seed = turn * 7919 + 13; rest.length > 0; seed = (seed * 48_271 + 11) % 2_147_483_647)
    order.push(...rest.splice(seed % rest.length, 1))
  return order
}
export const query = (words: readonly string[]) => encodeURIComponent(words.join(' '))
export const twelve = ({ common }: Stock, turn: number) => query(shuffled(common, turn).slice(0, 12))
/** Twelve prefixes of a thousand words each. */
export const beginnings = ({ common }: Stock, turn: number) =>
  query(
    shuffled(common, turn)
      .map((word, at) => (at % 2 === 0 ? word.slice(0, 3) : `${word.slice(0, 2)}x${word.slice(2)}`))
      .slice(0, 12),
  )
export const typos = ({ common }: Stock, turn: number) =>
  query(
    shuffled(common, turn)
      .map((word) => word.slice(0, 1) + word.slice(2))
      .slice(0, 12),
  )
export const signs = (_stock: Stock, turn: number) => encodeURIComponent('三体問題'.repeat(45).slice(turn % 8))
const allFilters = ({ seller, places }: Stock, turn: number) =>
  `category=novel-book,story-book,cook-book&condition=good,fair,excellent&language=en,de,fr&binding=paperback,hardback&location=${encodeURIComponent(inTurn(places, turn))}&price_from=${1 + (turn % 3)}&price_to=2${turn % 9}&published_from=1960&published_to=2020&verified=true&photo=true${turn % 4 === 0 ? `&seller=${seller}` : ''}`

/** Worst cases of the search at an address. */
export const searches = (path: string): WorstCases => {
  const ask = (of: (stock: Stock, turn: number) => string) => get((stock, turn) => `${path}?${of(stock, turn)}`)
  return {
    'twelve common words': ask((stock, turn) => `q=${twelve(stock, turn)}`),
    'twelve common words, all filters': ask((stock, turn) => `q=${twelve(stock, turn)}&${allFilters(stock, turn)}`),
    'twelve common words, cheapest first': ask((stock, turn) => `q=${twelve(stock, turn)}&sort=price`),
    'six common words, cheapest first': ask(
      (stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 6))}&sort=price`,
    ),
    'three common words': ask((stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 3))}`),
    'three misspelt words': ask((stock, turn) => `q=${beginnings(stock, turn).split('%20').slice(0, 3).join('%20')}`),
    'six common words': ask((stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 6))}`),
    'two common words': ask((stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 2))}`),
    'one common word': ask((stock, turn) => `q=${inTurn(stock.common, turn)}&past=${turn}`),
    'beginnings and misspelt words': ask((stock, turn) => `q=${beginnings(stock, turn)}`),
    'twelve misspelt words': ask((stock, turn) => `q=${typos(stock, turn)}`),
    'twelve letters': ask((_stock, turn) => `q=${query(shuffled('a b c d e f g h i j k l'.split(' '), turn))}`),
    'a script without spaces': ask((stock, turn) => `q=${signs(stock, turn)}`),
    'words but others': ask(
      (stock, turn) =>
        `q=${query(shuffled(stock.common, turn).slice(0, 2))}%20-${shuffled(stock.common, turn).slice(2, 9).join('%20-')}`,
    ),
    'four common words': ask((stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 4))}`),
    'five common words': ask((stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 5))}`),
    'six common words, newest of a seller': ask(
      (stock, turn) => `q=${query(shuffled(stock.common, turn).slice(0, 6))}&sort=newest&seller=${stock.seller}`,
    ),
    'words in quotes and others': ask((stock, turn) => {
      const words = shuffled(stock.common, turn)
      return `q=${query([`"${words.slice(0, 2).join(' ')}"`, `"${words.slice(2, 4).join(' ')}"`, ...words.slice(4, 8)])}%20-${words[9]}`
    }),
    'words in quotes': ask((stock, turn) => `q=${query([`"${shuffled(stock.common, turn).slice(0, 3).join(' ')}"`])}`),
    'filters alone': ask(allFilters),
    'a common word, cheapest first': ask(
      (stock, turn) => `q=${inTurn(stock.common, turn)}&sort=price&limit=${100 - turn}`,
    ),
    'a common word, rare filters': ask(
      (stock, turn) =>
        `q=${inTurn(stock.common, turn)}&language=ru&binding=hardback&published_from=19${51 + (turn % 40)}&published_to=19${51 + (turn % 40)}&price_to=3`,
    ),
    'rare filters, cheapest first': ask(
      (stock, turn) =>
        `language=ru&sort=price&published_from=1951&published_to=1951&price_from=2${turn % 9}&location=${encodeURIComponent(inTurn(stock.places, turn))}`,
    ),
  }
}
