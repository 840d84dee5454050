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
  if (read.kind !== 'book') throw new Error(reasonOf(row, also))
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
    ['2022-09-03T10:00:00Z', 2022],
    ['03.09.2022', 2022],
    ['3. 9. 2022 10:15', 2022],
    ['09/2022', 2022],
    ['03/04/2005', 2005],
    ['Mar 2005', 2005],
    ['3. März 2022', 2022],
    ['January 5, 1987', 1987],
    ['©1987', 1987],
    ['[2019-03-02]', 2019],
    ['c. 1999', null],
    ['1999?', null],
    ['1999-2001', null],
    ['1998-99', null],
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
    ['en_US', 'en'],
    ['English (US)', 'en'],
    ['Deutsch', 'de'],
    ['Französisch', 'fr'],
    ['français', 'fr'],
    ['Portuguese (Brazil)', 'pt'],
    ['Mandarin', 'zh'],
    ['Farsi', 'fa'],
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
    ['Gebundene Ausgabe', 'hardback'],
    ['Taschenbuch', 'paperback'],
    ['broschiert', 'paperback'],
    ['Pappbilderbuch', 'board book'],
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
    ['18,– €', 'EUR', 1800],
    ['18.-', 'EUR', 1800],
    ['1.200,00 €', 'EUR', 120_000],
    ['12,50 Euro', 'EUR', 1250],
    ['€\u00A01\u202F250,5', 'EUR', 125_050],
    ['$1,250.00', 'USD', 125_000],
    ['1 250,00', 'USD', 125_000],
    ["1'250.00", 'USD', 125_000],
    ['1.234.567', 'JPY', 1_234_567],
    ['1,200', 'JPY', 1200],
    ['1200.00', 'JPY', 1200],
  ])('%s in a shop of %s is %i', (price, currency, minor) => {
    expect(bookOf({ price, originalPrice: '3000' }, { currency })).toMatchObject({ resalePrice: minor })
  })

  test.each<[ListRow, string]>([
    [{ price: 'a lot' }, 'price: Write a price'],
    [{ price: '0.10' }, 'lowest price'],
    [{ price: '4.50 €' }, 'price: this is in another currency; the club’s is USD'],
    [{ originalPrice: '9 GBP' }, 'originalPrice: this is in another currency'],
    [{ price: '1,250' }, 'price: this may be 1250 or 1.25;'],
    [{ price: '1.250' }, 'price: this may be 1250 or 1.25;'],
    [{ price: '1,25,000' }, 'price: Write a price'],
    [{ price: '4 VB' }, 'price: Write a price'],
    [{ price: 'geschenkt' }, 'price: Write a price'],
    [{ price: '-5' }, 'price: Write a price'],
    [{ quantity: 'a few' }, 'quantity: this is not a number of copies'],
    [{ quantity: '21' }, 'quantity: one row may list at most 20 copies'],
    [{ title: 'Creating the Salt Road (Level 4)\\' }, 'title: a quotation mark with a backslash'],
    [{ title: 'Creating the Salt Road";Ada Winter' }, 'title: a quotation mark with a backslash'],
    [{ title: '"The \\"Real\\" Harbour"' }, 'title: a quotation mark with a backslash'],
    [{ authors: 'Ada Winter"' }, 'authors: a quotation mark closes here but never opens'],
    [{ yearOfPurchase: '03.09.22' }, 'yearOfPurchase: this is not a year'],
    [{ condition: 'gebraucht' }, 'condition: this condition'],
    [{ condition: 'Poor' }, 'condition: this condition isn’t one of excellent, good, fair'],
    [{ category: 'atlas' }, 'category: this category isn’t one of novel-book, story-book, cook-book'],
    [{ isbn: '9.78E+12' }, 'isbn: a spreadsheet has rounded this ISBN'],
    [{ isbn: '12345' }, 'isbn: this isn’t an ISBN'],
    [{ yearOfPurchase: 'soon' }, 'yearOfPurchase: this is not a year'],
    [{ yearOfPurchase: '2019?' }, 'yearOfPurchase: this is not a year'],
    [{ published: '2030' }, 'published: this year is in the future'],
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

  test.each([
    ['Used - Very Good', 'good'],
    ['VG+', 'good'],
    ['gut', 'good'],
    ['Sehr gut', 'good'],
    ['sehr guter Zustand', 'good'],
    ['gebraucht, wie neu', 'excellent'],
    ['neu', 'excellent'],
    ['deutliche Gebrauchsspuren', 'fair'],
    ['akzeptabel', 'fair'],
  ])('%s is in %s condition', (words, condition) => {
    expect(bookOf({ condition: words })).toMatchObject({ condition })
  })

  test.each([
    ['="9780439023481"'],
    ['ISBN-13: 978-0-439-02348-1'],
    ['ISBN13 978 0 439 02348 1'],
    ['ISBN:9780439023481'],
    ['ISBN10: 0439023483'],
    ['ISBN 0–439–02348–3'],
    ['urn:isbn:9780439023481'],
    ['978.0.439.02348.1'],
    ['9780439023481 (pbk.)'],
    ['0439023483 (paperback) : $10.99'],
    ['９７８０４３９０２３４８１'],
    ['\u200E9780439023481'],
    ['439-02348-3'],
    ['SBN 439 02348 3'],
    ['0439023483, 9780439023481'],
    ['9780439023481/0439023483'],
    ['978043902348151299'],
    ['978-0439023481 51299'],
  ])('%j is the ISBN 9780439023481', (isbn) => {
    expect(bookOf({ isbn })).toMatchObject({ isbn: '9780439023481' })
  })

  test.each(['-', 'n/a', '0', '0000000000', 'keine', 'NULL', '\\N'])('%j is no ISBN, and none is missed', (isbn) => {
    expect(bookOf({ isbn })).toMatchObject({ isbn: null })
  })

  test('says as text what a bookseller wrote in HTML, and keeps what is none', () => {
    const description =
      '<p>First <b>edition</b>, spine 3 < 4 cm.<br/>Signed <i class="x">by the author</i></p><ul><li>Map</li></ul>I <3 it'
    expect(bookOf({ description, title: 'The <i>Salt</i> Road' })).toMatchObject({
      title: 'The Salt Road',
      description: 'First edition, spine 3 < 4 cm.\nSigned by the author\nMap\nI <3 it',
    })
  })

  test('has no quotation marks around all of its title, and keeps those inside', () => {
    expect(bookOf({ title: '"The Salt Road"' })).toMatchObject({ title: 'The Salt Road' })
    for (const title of ['"Hope" and "Glory"', 'The 12" Record', 'The "Real" Road'])
      expect(bookOf({ title })).toMatchObject({ title })
  })

  test.each<[ListRow, string]>([
    [{ state: 'sold' }, 'sold'],
    [{ state: 'reserved' }, 'reserved'],
    [{ state: 'paused' }, 'paused'],
    [{ state: 'taken down' }, 'taken_down'],
    [{ state: 'Verkauft' }, 'sold'],
    [{ quantity: '0' }, 'none_left'],
    [{ shelves: 'to-read' }, 'not_owned'],
    [{ shelves: 'favourites, Wishlist' }, 'not_owned'],
    [{ binding: 'Kindle Edition' }, 'digital'],
    [{ binding: 'ebook' }, 'digital'],
    [{ binding: 'Audiobook' }, 'digital'],
    // The rest of the row isn't checked.
    [{ state: 'sold', price: 'a lot', isbn: '12345' }, 'sold'],
  ])('%j is left out: %s', (row, because) => {
    expect(readListRow({ ...whole, ...row }, rules)).toEqual({ kind: 'left_out', because })
  })

  test.each<[ListRow]>([
    [{ state: 'unsold' }],
    [{ state: 'For Sale' }],
    [{ shelves: 'Your library, To read' }],
    [{ shelves: 'Regal 3' }],
    [{ binding: 'Audio CD' }],
    [{ quantity: '1.0' }],
  ])('%j is for sale', (row) => {
    expect(readListRow({ ...whole, ...row }, rules)).toMatchObject({ kind: 'book', copies: 1 })
  })

  test('tells which of its cells the listing can’t say', () => {
    const row = { language: 'Klingon', binding: 'Audio CD', published: '1999?', state: 'CA' }
    const lost = ['language', 'binding', 'published', 'state']
    expect(readListRow({ ...whole, ...row }, rules)).toMatchObject({ kind: 'book', lost })
    expect(readListRow({ ...whole, language: 'spa; eng', published: '0' }, rules)).toMatchObject({ lost: ['language'] })
    expect(readListRow({ ...whole, language: 'ger', binding: 'Cloth' }, rules)).toMatchObject({ lost: [] })
  })
})
