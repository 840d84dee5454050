import { describe, expect, test } from 'vitest'
import { anAccount, aPictureOf, productBody } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server

const seller = await anAccount(services, 'seller')
const picture = await aPictureOf(services, seller)

const add = (more: object) =>
  send('POST', '/api/add-product', { token: seller.token, body: { ...productBody, book_img: picture, ...more } })
const shown = async (more: object) => {
  const { json, text } = await add(more)
  if (!json.insertedId) throw new Error(text)
  return (await send('GET', `/api/advertise/${json.insertedId}`)).json
}
const fieldsOf = async (more: object) => problemOf(await add(more)).invalidFields.map(({ field }) => field)

describe('a title', () => {
  test.each([
    ['emoji', '📚 The 👩‍👩‍👧 of Reading ❤️'],
    ['right to left', 'ألف ليلة وليلة'],
    ['right to left with a mark of direction', 'מסע\u200f 2'],
    ['both directions', 'The story of “גיבור”'],
    ['combining marks', 'Việt ngữ'],
    ['far planes', '𝔉𝔯𝔞𝔨𝔱𝔲𝔯 𠜎'],
    ['markup', '<script>alert(1)</script> & "quotes"'],
    ['SQL', "Robert'); DROP TABLE books;--"],
    ['300 letters', 'x'.repeat(300)],
  ])('of %s comes back as it was', async (_kind, book_name) => {
    expect(await shown({ book_name })).toMatchObject({ book_name })
  })

  test('is tidied at its ends and put in one form', async () => {
    expect(await shown({ book_name: '  Cafe\u0301 \n' })).toMatchObject({ book_name: 'Café' })
  })

  test.each([
    ['nothing but spaces', '   '],
    ['a line break inside', 'two\nlines'],
    ['a null character', 'a\u0000b'],
    ['an escape sequence', 'a\u001b[2Jb'],
    ['an override of direction', 'a\u202Etxt.exe'],
    ['half a character', 'a\uD83D'],
    ['301 letters', 'x'.repeat(301)],
  ])('of %s is refused at its field', async (_kind, book_name) => {
    expect(await fieldsOf({ book_name })).toEqual(['book_name'])
  })

  test('is the only text without lines: a description keeps them', async () => {
    expect(await shown({ description: 'One.\nTwo.\n\nThree.' })).toMatchObject({ description: 'One.\nTwo.\n\nThree.' })
  })
})

describe('a price', () => {
  test.each([
    ['12,50', '12.50'],
    ['12.5', '12.50'],
    ['0.50', '0.50'],
    ['0012', '12.00'],
    ['999999.99', '999999.99'],
    [' 7 ', '7.00'],
  ])('of %j comes back as %j [book-words-1]', async (resalePrice, canonical) => {
    expect(await shown({ resalePrice })).toMatchObject({ resalePrice: canonical })
  })

  test.each([
    '-5',
    '+5',
    '1e9',
    'free',
    '',
    '0',
    '0.49',
    '1,000.00',
    '1.000',
    '12.505',
    '0x10',
    '１２',
    '$5',
    '1000000',
    12,
    null,
  ])('of %j is refused at its field', async (resalePrice) => {
    expect(await fieldsOf({ resalePrice })).toEqual(['resalePrice'])
  })

  test('may once have been nothing', async () => {
    expect(await shown({ originalPrice: '0' })).toMatchObject({ originalPrice: '0.00' })
    expect(await fieldsOf({ originalPrice: 'a gift' })).toEqual(['originalPrice'])
  })
})

describe('year and phone', () => {
  test.each(['1449', '99', '20 20', String(new Date().getUTCFullYear() + 1), '2020.0', '２０１９', '', 'x'])(
    'the year %j is refused',
    async (yearOfPurchase) => {
      expect(await fieldsOf({ yearOfPurchase })).toEqual(['yearOfPurchase'])
    },
  )

  test.each(['1450', String(new Date().getUTCFullYear())])('the year %j is fine', async (yearOfPurchase) => {
    expect(await shown({ yearOfPurchase })).toMatchObject({ yearOfPurchase })
  })

  test.each(['1234', '1'.repeat(21), '++4912345', '12345+', 'call me', ''])(
    'the phone %j is refused',
    async (mobileNumber) => {
      expect(await fieldsOf({ mobileNumber })).toEqual(['mobileNumber'])
    },
  )

  test.each(['12345', '+49 (170) 123-45/67.8'])('the phone %j is fine', async (mobileNumber) => {
    expect((await add({ mobileNumber })).status).toBe(200)
  })

  test('everything that is missing is said at once', async () => {
    const { json } = await send('POST', '/api/add-product', { token: seller.token, body: {} })
    expect(json.invalidFields.map(({ field }: { field: string }) => field)).toEqual([
      'book_img',
      'book_name',
      'book_writer',
      'yearOfPurchase',
      'description',
      'originalPrice',
      'resalePrice',
      'location',
      'mobileNumber',
    ])
  })
})
