import * as z from 'zod/mini'
import { bookFacts, bookFactsIn, LONGEST_DESCRIPTION } from './book-facts.ts'
import { seriesOf } from './series.ts'
import { time } from '#contract/codecs.ts'
import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import { priceText, type Money } from '#contract/money/currency-digits.ts'
import { perCurrency } from '#contract/money/money.ts'
import { optionalText } from '#contract/text.ts'
import { readFacts, shapeOf, writeFacts, type ValuesOf } from '#contract/wire-facts.ts'

type BookFacts = ValuesOf<typeof bookFacts>
/** Null where the seller said nothing of it. */
export type Condition = NonNullable<BookFacts['condition']>

/** A listed copy, as anyone may see it; contacts are there only for those who may see them. */
export interface Book extends BookFacts {
  id: string
  originalPrice: Money
  resalePrice: Money
  /** What it cost before, for a while after it was lowered. */
  wasPrice?: Money
  postedAt: Date
  seller: { id: string; name: string; emailVerified: boolean; email?: string; mobileNumber?: string }
  /** `claimed`: reserved, and not paid yet. */
  state: 'unsold' | 'claimed' | 'sold'
  /** Its seller is away, or has paused it: it is not for sale, and shown in no list. */
  isPaused: boolean
  isAdvertised: boolean
  /** URLs, the cover first; empty where the seller gave none. */
  images: string[]
}

const priceOnTheWire = z.string()

const bookOnTheWire = z.object({
  _id: z.uuid(),
  ...shapeOf(bookFacts, 'shown'),
  book_img: z.string(),
  images: z.array(z.string()),
  originalPrice: priceOnTheWire,
  resalePrice: priceOnTheWire,
  wasPrice: z.optional(priceOnTheWire),
  currency: z.string(),
  postTime: time,
  sellerId: z.uuid(),
  sellerName: z.string(),
  sellerEmailVerified: z.boolean(),
  available: z.enum(['unsold', 'sold']),
  reserved: z.optional(z.literal(true)),
  isPaused: z.boolean(),
  /** As its title says in brackets; absent where it names none. */
  series: z.optional(z.object({ name: z.string(), number: z.string() })),
  advertise: z.enum(['true', 'false']),
  email: z.optional(z.string()),
  mobileNumber: z.optional(z.string()),
})
export type BookOnTheWire = z.infer<typeof bookOnTheWire>

/** Throws where the text is no amount of the currency. */
function moneyFrom(text: string, currency: string): Money {
  const minor = readPriceText(text, currency)
  if (minor === null) throw new Error(`${text} is no amount in ${currency}`)
  return { minor, currency }
}

function bookFromWire(wire: BookOnTheWire): Book {
  return {
    ...readFacts(bookFacts, wire),
    id: wire._id,
    originalPrice: moneyFrom(wire.originalPrice, wire.currency),
    resalePrice: moneyFrom(wire.resalePrice, wire.currency),
    ...(wire.wasPrice !== undefined && { wasPrice: moneyFrom(wire.wasPrice, wire.currency) }),
    postedAt: wire.postTime,
    seller: {
      id: wire.sellerId,
      name: wire.sellerName,
      emailVerified: wire.sellerEmailVerified,
      ...(wire.email !== undefined && { email: wire.email }),
      ...(wire.mobileNumber !== undefined && { mobileNumber: wire.mobileNumber }),
    },
    state: wire.reserved ? 'claimed' : wire.available,
    isPaused: wire.isPaused,
    isAdvertised: wire.advertise === 'true',
    images: wire.images,
  }
}

export function bookToWire(book: Book): BookOnTheWire {
  const series = seriesOf(book.title)
  return {
    ...writeFacts(bookFacts, book),
    _id: book.id,
    book_img: book.images[0] ?? '',
    images: book.images,
    originalPrice: priceText(book.originalPrice),
    resalePrice: priceText(book.resalePrice),
    ...(book.wasPrice && { wasPrice: priceText(book.wasPrice) }),
    currency: book.resalePrice.currency,
    postTime: book.postedAt,
    sellerId: book.seller.id,
    sellerName: book.seller.name,
    sellerEmailVerified: book.seller.emailVerified,
    available: book.state === 'unsold' ? 'unsold' : 'sold',
    ...(book.state === 'claimed' && { reserved: true as const }),
    isPaused: book.isPaused,
    ...(series && { series }),
    advertise: book.isAdvertised ? 'true' : 'false',
    ...(book.seller.email !== undefined && { email: book.seller.email }),
    ...(book.seller.mobileNumber !== undefined && { mobileNumber: book.seller.mobileNumber }),
  }
}

/** Wire ↔ Book. Custom, because the wire's schema has checked each field already. */
export const book = z.codec(bookOnTheWire, z.custom<Book>(), { decode: bookFromWire, encode: bookToWire })

/** What a seller says of a copy. Prices in minor units of the shop's currency. */
export interface NewBook extends BookFacts {
  images: string[]
  originalPrice: number
  resalePrice: number
  mobileNumber: string
}

const IMAGE_MESSAGE = 'Please choose a product image'
const imageUrlOrNone = z
  .string({ error: IMAGE_MESSAGE })
  .check(z.maxLength(500, IMAGE_MESSAGE), z.regex(/^[!-~]*$/, IMAGE_MESSAGE))
const imageUrl = imageUrlOrNone.check(z.minLength(1, IMAGE_MESSAGE))

const newBookOnTheWireIn = (currency: string) =>
  z.object({
    book_img: imageUrl,
    images: z.optional(
      z
        .array(imageUrl, 'Send the pictures as a list')
        .check(z.maxLength(MOST_BOOK_IMAGES, `Please use ${MOST_BOOK_IMAGES} pictures or fewer`)),
    ),
    ...bookFactsIn(currency).shape,
  })

/** What a form or a list says of a book, by its names on the wire; prices in minor units. */
export type Facts = z.output<ReturnType<typeof bookFactsIn>>
/** These in our own words. */
export const factsOf = (said: Facts): Omit<NewBook, 'images'> => ({
  ...readFacts(bookFacts, said),
  originalPrice: said.originalPrice,
  resalePrice: said.resalePrice,
  mobileNumber: said.mobileNumber,
})
export const factsToWire = (book: NewBook): Facts => ({
  ...writeFacts(bookFacts, book),
  originalPrice: book.originalPrice,
  resalePrice: book.resalePrice,
  mobileNumber: book.mobileNumber,
})

/** What a client may call one filled-in form, so that sending it twice lists it once. */
export const IDEMPOTENCY_KEY = /^[\w-]{8,64}$/

// Custom, because a book's facts have a type of their own (book-facts.ts).
const asNewBook = (onTheWire: ReturnType<typeof newBookOnTheWireIn>) =>
  z.codec(onTheWire, z.custom<NewBook>(), {
    decode: (wire) => ({ ...factsOf(wire), images: picturesOf(wire) }),
    encode: (book) => ({ ...factsToWire(book), book_img: book.images[0] ?? '', images: book.images }),
  })

/** `book_img` is always the first of the pictures. */
const picturesOf = (wire: { book_img: string; images?: string[] | undefined }) =>
  [...new Set([wire.book_img, ...(wire.images ?? [])])].filter((url) => url !== '')

/** Wire → NewBook, with prices in this currency: the add-product form on both sides. */
export const newBookIn = perCurrency((currency) => asNewBook(newBookOnTheWireIn(currency)))

/** The same where picture and description may be missing: of a pile's book, and of one that is listed already. */
export const sparseBookIn = perCurrency((currency) =>
  asNewBook(
    z.extend(newBookOnTheWireIn(currency), {
      book_img: imageUrlOrNone,
      description: optionalText(LONGEST_DESCRIPTION),
    }),
  ),
)
