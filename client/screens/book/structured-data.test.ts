import { expect, test } from 'vitest'
import { sampleBook } from '#tests/kit/books/sample-book.ts'
import { BINDINGS } from '#contract/books/editions.ts'
import type { Book } from '#contract/books/books.ts'
import type { BookNotes } from '#contract/books/book-notes.ts'
import { bookFacts } from './structured-data.ts'

/** What schema.org knows of a type, as far as we use it: texts, addresses, and things of a type. */
type Kind = 'text' | 'url' | 'date' | RegExp | { of: string }
interface Vocabulary {
  required: string[]
  recommended: string[]
  properties: Record<string, Kind>
}
const enumeration = (...values: string[]) => new RegExp(`^https://schema\\.org/(?:${values.join('|')})$`)
const condition = enumeration('UsedCondition', 'NewCondition', 'RefurbishedCondition', 'DamagedCondition')
const thing = {
  '@id': 'url',
  url: 'url',
  mainEntityOfPage: 'url',
  name: 'text',
  description: 'text',
  image: 'url',
} as const

/** As schema.org has them; required and recommended as those who search the web ask for products and books. */
const vocabularies: Record<string, Vocabulary> = {
  Product: {
    required: ['name', 'image', 'offers'],
    recommended: ['description', 'sku', 'url'],
    properties: {
      ...thing,
      sku: 'text',
      gtin13: /^\d{13}$/,
      category: 'text',
      itemCondition: condition,
      offers: { of: 'Offer' },
    },
  },
  Book: {
    required: ['name', 'author', 'url'],
    recommended: ['image', 'description'],
    properties: {
      ...thing,
      author: { of: 'Person' },
      isbn: /^(?:\d{13}|\d{9}[\dX])$/,
      publisher: { of: 'Organization' },
      datePublished: 'date',
      inLanguage: /^[a-z]{2,3}$/,
      bookFormat: enumeration('Hardcover', 'Paperback', 'EBook', 'AudiobookFormat', 'GraphicNovel'),
    },
  },
  Offer: {
    required: ['price', 'priceCurrency', 'availability'],
    recommended: ['url', 'itemCondition', 'seller'],
    properties: {
      url: 'url',
      price: /^\d+(?:\.\d+)?$/,
      priceCurrency: /^[A-Z]{3}$/,
      availability: enumeration('InStock', 'OutOfStock', 'Reserved', 'SoldOut'),
      itemCondition: condition,
      seller: { of: 'Person' },
    },
  },
  Person: { required: ['name'], recommended: [], properties: { name: 'text', url: 'url' } },
  Organization: { required: ['name'], recommended: [], properties: { name: 'text' } },
}

type Thing = Record<string, unknown>

/** What a validator would say: fields that are missing, unknown, or not what they have to be. */
function faultsOf(given: Thing, place = ''): string[] {
  const types = [given['@type']].flat() as string[]
  const known = types.map((type) => vocabularies[type])
  if (known.some((one) => one === undefined)) return [`${place}: ${types.join(', ')} is no type`]
  const all = known as Vocabulary[]
  const missing = all
    .flatMap(({ required, recommended }) => [...required, ...recommended])
    .filter((name) => given[name] === undefined)
  const properties: Record<string, Kind> = Object.assign({}, ...all.map((one) => one.properties))
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    if (name === '@type' || name === '@context') return []
    const kind = properties[name]
    if (kind === undefined) return [`${place}${name}: unknown`]
    return [value].flat().flatMap((one) => faultsOfValue(one, kind, `${place}${name}`))
  })
  return [...missing.map((name) => `${place}${name}: missing`), ...wrong]
}

function faultsOfValue(value: unknown, kind: Kind, place: string): string[] {
  if (typeof kind === 'object' && 'of' in kind) {
    const type = (value as Thing)['@type']
    return type === kind.of ? faultsOf(value as Thing, `${place}.`) : [`${place}: ${String(type)}`]
  }
  if (typeof value !== 'string' || value.trim() === '') return [`${place}: no text`]
  if (kind === 'text') return []
  if (kind === 'date') return /^\d{4}(?:-\d{2}-\d{2})?$/.test(value) ? [] : [`${place}: ${value}`]
  if (kind === 'url') return /^https?:\/\/[^\s<>"]+$/.test(value) && URL.canParse(value) ? [] : [`${place}: ${value}`]
  return kind.test(value) ? [] : [`${place}: ${value}`]
}

const SHOP = 'https://books.example'
const book: Book = { ...sampleBook, title: 'Salt & <Light>' }
const notes: BookNotes = {
  authors: ['Ida Holm'],
  description: 'A used copy.',
  callNumber: '',
  isbn: null,
  series: null,
  isLongGone: false,
}
const edition = { isbn: '9780306406157', publisher: 'Plenum', yearPublished: 1998, language: 'en' }

test.each<[string, Partial<Book>]>([
  ['as little as a book has', {}],
  ['an edition', edition],
  ...BINDINGS.map((binding): [string, Partial<Book>] => [binding, { ...edition, binding }]),
  ['no photo, no description, no category', { images: [], description: ' ', category: null }],
  ['a price without decimals', { resalePrice: { minor: 900, currency: 'JPY' } }],
  ['a reserved copy', { state: 'claimed' }],
  ['a sold copy', { state: 'sold' }],
  ['a paused copy', { isPaused: true }],
])('%s is valid in the words of schema.org', (_name, more) => {
  const facts = bookFacts({ ...book, ...more }, notes, SHOP)
  expect(faultsOf(facts)).toEqual([])
  expect(facts['@context']).toBe('https://schema.org')
})

test.each<[Partial<Book>, string]>([
  [{}, 'InStock'],
  [{ isPaused: true }, 'OutOfStock'],
  [{ state: 'claimed' }, 'Reserved'],
  [{ state: 'sold' }, 'SoldOut'],
])('%j is %s', (more, availability) => {
  expect(bookFacts({ ...book, ...more }, notes, SHOP)['offers']).toMatchObject({
    availability: `https://schema.org/${availability}`,
  })
})

test('each author is a person', () => {
  const authorsOf = (authors: string[]) => bookFacts({ ...book, author: '?' }, { ...notes, authors }, SHOP)['author']
  expect(authorsOf(['Stephen King', 'Peter Straub'])).toEqual([
    { '@type': 'Person', name: 'Stephen King' },
    { '@type': 'Person', name: 'Peter Straub' },
  ])
  expect(authorsOf([])).toEqual([{ '@type': 'Person', name: '?' }])
})

test('what is wrong would be found', () => {
  const { name: _name, ...facts } = bookFacts({ ...book, resalePrice: { minor: 100, currency: 'usd' } }, notes, SHOP)
  expect(
    faultsOf({ ...facts, colour: 'red', url: 'here', offers: { ...(facts['offers'] as Thing), seller: '' } }),
  ).toEqual(expect.arrayContaining(['name: missing', 'colour: unknown', 'url: here', 'offers.priceCurrency: usd']))
})
