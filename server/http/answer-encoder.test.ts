import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noFacts } from '#contract/books/book-facts.ts'
import { book, bookToWire, type Book } from '#contract/books/books.ts'
import { money, renamed, time } from '#contract/codecs.ts'
import { answerEncoder } from './answer-encoder.ts'

const wire = z.object({
  _id: z.string(),
  tags: z.array(z.string()),
  seller: z.optional(z.object({ name: z.string() })),
  parts: z.array(z.object({ at: z.nullable(z.int()) })),
})
interface Thing {
  id: string
  secret: string
}
/** A careless decoder: it returns more than is declared, at every depth. */
const thing = z.codec(wire, z.custom<Thing>(), {
  decode: ({ _id }) => ({ id: _id, secret: '' }),
  encode: (all) => {
    const seller = { ...all, name: 'Ann' }
    const part = { ...all, at: null }
    return { ...all, _id: all.id, tags: [all.id], seller, parts: [part] }
  },
})
const things: Thing[] = [{ id: 'a', secret: 'hidden' }]
const expected = [{ _id: 'a', tags: ['a'], seller: { name: 'Ann' }, parts: [{ at: null }] }]

test.each([true, false])('what is not declared does not leave, parsed once more (%s) or not', (strict) => {
  expect(answerEncoder(z.array(thing), { strict })(things)).toEqual(expected)
  expect(answerEncoder(thing, { strict })(things[0])).toEqual(expected[0])
})

test('strict refuses what the wire does not allow', () => {
  const wrong = z.codec(z.object({ at: z.int() }), z.custom<number>(), {
    decode: ({ at }) => at,
    encode: (at) => ({ at }),
  })
  expect(() => answerEncoder(wrong, { strict: true })(1.5)).toThrow('int')
})

const lent = z.object({
  id: z.uuid(),
  at: time,
  dueAt: z.nullable(time),
  reason: z.optional(z.union([z.enum(['late']), z.literal('lost')])),
  price: money,
  reader: z.array(renamed(z.object({ _id: z.string(), email: z.optional(z.string()) }), { _id: 'id' })),
})

const aLoan = (id: string) =>
  ({
    id,
    at: new Date(0),
    dueAt: null,
    reason: 'late',
    price: { minor: 1, currency: 'USD' },
    reader: [{ id: 'a', secret: 'hidden' }],
    secret: 'hidden',
  }) as const

test.each([true, false])('a codec inside of an object is copied too, parsed once more (%s) or not', (strict) => {
  const id = crypto.randomUUID()
  const loan = aLoan(id)
  const wire = {
    id,
    at: '1970-01-01T00:00:00.000Z',
    dueAt: null,
    reason: 'late',
    price: loan.price,
    reader: [{ _id: 'a' }],
  }
  expect(answerEncoder(lent, { strict })(loan)).toEqual(wire)
  expect(z.decode(lent, wire as z.input<typeof lent>)).toEqual({ ...loan, secret: undefined, reader: [{ id: 'a' }] })
})

test('it is parsed with strict alone', () => {
  const wrong = aLoan('of no form')
  expect(() => answerEncoder(lent, { strict: true })(wrong)).toThrow('uuid')
  expect(answerEncoder(lent, { strict: false })(wrong)).toMatchObject({ id: 'of no form' })
})

test.each([
  ['an object', z.object({ a: z.string() }), { a: 'x', b: 'y' }, { a: 'x' }],
  [
    'checked text',
    z.codec(z.object({ a: z.string().check(z.trim()) }), z.custom<string>(), {
      decode: ({ a }) => a,
      encode: (a) => ({ a }),
    }),
    ' x ',
    { a: 'x' },
  ],
  [
    'a codec in a codec',
    z.codec(z.object({ inner: thing }), z.custom<Thing>(), {
      decode: ({ inner }) => inner,
      encode: (inner) => ({ inner }),
    }),
    things[0],
    { inner: expected[0] },
  ],
  [
    'an object and what it adds',
    z.intersection(thing, z.object({ addedAt: time })),
    { ...things[0], addedAt: new Date(0) },
    { ...expected[0], addedAt: '1970-01-01T00:00:00.000Z' },
  ],
])('%s is encoded as zod does', (_, schema, value, encoded) => {
  expect(answerEncoder(schema, { strict: false })(value)).toEqual(encoded)
})

test('books, the largest of our lists, are copied and not parsed', () => {
  const price = { minor: 1250, currency: 'USD' }
  const copy: Book = {
    ...noFacts,
    id: 'of no form',
    originalPrice: price,
    resalePrice: price,
    postedAt: new Date(0),
    seller: { id: 'of no form', name: 'Ann', emailVerified: true },
    state: 'unsold',
    isPaused: false,
    isAdvertised: false,
    images: [],
  }
  const answer = z.array(book)
  expect(answerEncoder(answer, { strict: false })([copy])).toEqual([
    { ...bookToWire(copy), postTime: '1970-01-01T00:00:00.000Z' },
  ])
  expect(() => answerEncoder(answer, { strict: true })([copy])).toThrow('uuid')
})
