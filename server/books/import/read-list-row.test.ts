import { describe, expect, test } from 'vitest'
import type { ListRow } from './list-row.ts'
import { readListRow, type ListRules, type RowReason } from './read-list-row.ts'

const rules: ListRules = {
  currency: 'USD',
  thisYear: 2026,
  categories: ['novel-book', 'story-book', 'cook-book'],
  given: {},
  makeUpMissing: false,
}
const whole: ListRow = {
  title: 'Emma’s Winter',
  authors: 'Ada Winter',
  price: '4.50',
  originalPrice: '12',
  location: 'Harbour square',
  phone: '+1 555 0100',
  yearOfPurchase: '2019',
}

function bookOf(row: ListRow, also: Partial<ListRules> = {}) {
  const read = readListRow({ ...whole, ...row }, { ...rules, ...also })
  if (read.kind === 'refused') throw new Error(reasonsIn(read))
  return read.book
}

function reasonOf(row: ListRow, also: Partial<ListRules> = {}): string {
  const read = readListRow({ ...whole, ...row }, { ...rules, ...also })
  return read.kind === 'refused' ? reasonsIn(read) : 'taken'
}

const reasonsIn = ({ reasons }: { reasons: RowReason[] }) =>
  reasons.map(({ column, reason }) => `${column}: ${reason}`).join('; ')

describe('a row of a list', () => {
  test('becomes a listing by the seller’s own words', () => {
    const row = { condition: 'Very Good', category: 'Cook Book', description: 'Stains on page 3.' }
    expect(bookOf(row)).toEqual({
      title: 'Emma’s Winter',
      author: 'Ada Winter',
      resalePrice: 450,
      originalPrice: 1200,
      condition: 'good',
      category: 'cook-book',
      location: 'Harbour square',
      mobileNumber: '+1 555 0100',
      description: 'Stains on page 3.',
      yearOfPurchase: 2019,
      images: [],
      isbn: null,
      publisher: null,
      yearPublished: null,
      language: null,
      binding: null,
    })
  })

  test('says nothing that the list doesn’t say: no condition, no category, no description', () => {
    expect(bookOf({})).toMatchObject({ condition: null, category: null, description: '' })
  })

  test('takes from what is given for all books only what it doesn’t say itself', () => {
    const given = { price: '3', condition: 'fair', location: 'Station hall' }
    expect(bookOf({ price: '' }, { given })).toMatchObject({ resalePrice: 300, condition: 'fair' })
    expect(bookOf({}, { given })).toMatchObject({ resalePrice: 450, location: 'Harbour square' })
  })

  test('tells all that it lacks, and nothing is made up unless asked', () => {
    const bare = { title: 'Emma’s Winter', authors: 'Ada Winter' }
    const read = readListRow(bare, rules)
    expect(read).toEqual({
      kind: 'refused',
      reasons: [
        { column: 'price', reason: 'no price' },
        { column: 'originalPrice', reason: 'no original price' },
        { column: 'location', reason: 'no location' },
        { column: 'phone', reason: 'no phone' },
        { column: 'yearOfPurchase', reason: 'no year of purchase' },
      ],
    })
    expect(readListRow(bare, { ...rules, makeUpMissing: true })).toMatchObject({ kind: 'book' })
    expect(bookOf({}, { makeUpMissing: true })).toMatchObject({ resalePrice: 450, yearOfPurchase: 2019 })
  })

  test('knows of the edition what the list says of it', () => {
    const edition = { isbn: '0439023483', published: '2008', firstPublished: '1811', publisher: 'Harbour Press' }
    expect(
      bookOf({ ...edition, language: 'eng', binding: 'Mass Market Paperback', description: 'Read once.' }),
    ).toMatchObject({
      isbn: '9780439023481',
      publisher: 'Harbour Press',
      yearPublished: 2008,
      language: 'en',
      binding: 'paperback',
      description: 'Read once.',
    })
  })

  test('takes the year of the work for none of the edition', () => {
    expect(bookOf({ firstPublished: '-720' })).toMatchObject({ yearPublished: null, description: '' })
  })

  test.each([
    ['2008.0', 2008],
    ['[1999]', 1999],
    ['2008-05-01', 2008],
    ['0', null],
    ['2027', 2027],
    ['c1999', 1999],
    ['c. 1999', null],
    ['1999?', null],
    ['n.d.', null],
  ])('published %s is in %s', (published, yearPublished) => {
    expect(bookOf({ published })).toMatchObject({ yearPublished })
  })

  test.each([
    ['en-US', 'en'],
    ['ger', 'de'],
    ['German', 'de'],
    ['grc', 'grc'],
    ['English, French', 'en'],
    ['Klingon', null],
    ['xx', null],
  ])('in %s is in %s', (language, code) => {
    expect(bookOf({ language })).toMatchObject({ language: code })
  })

  test.each([
    ['Hardcover', 'hardback'],
    ['Cloth', 'hardback'],
    ['Softcover', 'paperback'],
    ['Trade Paper-back', 'paperback'],
    ['Board book', 'board book'],
    ['Spiral-bound', 'spiral-bound'],
    ['Hardcover (leather)', 'leather-bound'],
    ['Audio CD', null],
  ])('bound as %s is %s', (words, binding) => {
    expect(bookOf({ binding: words })).toMatchObject({ binding })
  })

  test('has its spreadsheet’s wrapping taken off', () => {
    expect(bookOf({ isbn: '="0439023483"' })).toMatchObject({ isbn: '9780439023481' })
    expect(bookOf({ isbn: '[0439023483]' })).toMatchObject({ isbn: '9780439023481' })
    expect(bookOf({ isbn: '[]' })).toMatchObject({ isbn: null })
  })

  test.each([
    ['$4.50', 'USD', 450],
    ['4,50', 'USD', 450],
    ['USD 4.50', 'USD', 450],
    ['4,50 €', 'EUR', 450],
    ['¥1200', 'JPY', 1200],
  ])('%s in a shop of %s is %i', (price, currency, minor) => {
    expect(bookOf({ price, originalPrice: '3000' }, { currency })).toMatchObject({ resalePrice: minor })
  })

  test.each<[ListRow, string]>([
    [{ price: 'a lot' }, 'price: Write a price'],
    [{ price: '0.10' }, 'lowest price'],
    [{ price: '4.50 €' }, 'Write a price'],
    [{ condition: 'Poor' }, 'condition: this condition isn’t one of excellent, good, fair'],
    [{ category: 'atlas' }, 'category: this category isn’t one of novel-book, story-book, cook-book'],
    [{ isbn: '9.78E+12' }, 'isbn: a spreadsheet has rounded this ISBN'],
    [{ isbn: '12345' }, 'isbn: this isn’t an ISBN'],
    [{ yearOfPurchase: 'soon' }, 'yearOfPurchase: this is not a year'],
    [{ yearOfPurchase: '2019?' }, 'yearOfPurchase: this is not a year'],
    [{ published: '2030' }, 'published: this year is still to come'],
    [{ published: '1380' }, 'Enter a year from 1450 to next year'],
    [{ title: 'Jos� and the Sea' }, 'title: it has lost letters (�)'],
    [{ title: '' }, 'title: Please fill in the book name'],
    [{ phone: 'call me' }, '5 to 20 digits'],
  ])('%j is refused: %s', (row, reason) => {
    expect(reasonOf(row)).toContain(reason)
  })

  test('tells every reason at once', () => {
    expect(reasonOf({ isbn: '12345', condition: 'Poor', price: '' })).toMatch(
      /no price; isbn: .*isn’t an ISBN.*; condition: /,
    )
  })
})
