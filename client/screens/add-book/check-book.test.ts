import { expect, test } from 'vitest'
import { checkBook as checkIn } from './check-book.ts'

const checkBook = (texts: Record<string, string>, picture: string) => checkIn(texts, picture, 'USD')
const texts = {
  book_name: 'The Lamp Lighter',
  book_writer: 'Ida Moor',
  originalPrice: '20',
  resalePrice: '12,50',
  condition: '',
  mobileNumber: '+49 30 1234',
  category_name: '',
  location: 'Leipzig',
  description: 'Read once.',
  yearOfPurchase: '2019',
}
const names = (checked: ReturnType<typeof checkBook>) => (checked.ok ? [] : checked.invalidFields.map((f) => f.field))

test('a complete form is a book, with prices in minor units', () => {
  const checked = checkBook(texts, 'chosen')
  expect(checked).toMatchObject({
    ok: true,
    book: { resalePrice: 1250, condition: null, category: null, images: ['chosen'] },
  })
})

test.each(Object.keys(texts).filter((name) => !['condition', 'category_name'].includes(name)))(
  'without %s it is incomplete, and the field is named',
  (name) => {
    const checked = checkBook({ ...texts, [name]: ' ' }, 'chosen')
    expect(checked).toMatchObject({ ok: false, isIncomplete: true })
    expect(names(checked)).toEqual([name])
  },
)

test('without a picture it is incomplete', () => {
  const checked = checkBook(texts, '')
  expect(checked).toMatchObject({ ok: false, isIncomplete: true })
  expect(names(checked)).toEqual(['book_img'])
})

test.each([
  ['resalePrice', '-5'],
  ['resalePrice', '1e9'],
  ['resalePrice', 'free'],
  ['yearOfPurchase', '19'],
  ['mobileNumber', 'call me'],
])('%s %j is wrong, but nothing is missing', (name, text) => {
  const checked = checkBook({ ...texts, [name]: text }, 'chosen')
  expect(checked).toMatchObject({ ok: false, isIncomplete: false })
  expect(names(checked)).toEqual([name])
})

test('one complaint per field, in the form’s order, each telling which', () => {
  const checked = checkBook(Object.fromEntries(Object.keys(texts).map((name) => [name, ''])), '')
  expect(names(checked).slice(0, 4)).toEqual(['book_img', 'book_name', 'book_writer', 'yearOfPurchase'])
  expect(names(checked)).toHaveLength(9)
  expect(checked.ok ? [] : [...new Set(checked.invalidFields.map(({ message }) => message))]).toHaveLength(9)
})
