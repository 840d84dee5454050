import * as z from 'zod/mini'
import { CONDITIONS } from './conditions.ts'
import { MOST_BOOK_IMAGES } from './image-limits.ts'
import { readPriceText } from './currencies.ts'
import { priceText, type Money } from './currency-digits.ts'
import { anyPriceIn, perCurrency, resalePriceIn } from './money.ts'
import { optionalLine, requiredLine, requiredPhone, requiredText } from './text.ts'

export type Condition = (typeof CONDITIONS)[number]

/** A listed copy, as anyone may see it; contacts are there only for those who may see them. */
export interface Book {
  id: string
  title: string
  author: string
  description: string
  location: string
  /** Null when the seller chose none. */
  category: string | null
  condition: Condition | null
  originalPrice: Money
  resalePrice: Money
  yearOfPurchase: number
  postedAt: Date
  seller: { id: string; name: string; emailVerified: boolean; email?: string; mobileNumber?: string }
  /** claimed: reserved for a buyer who has not paid yet. */
  state: 'unsold' | 'claimed' | 'sold'
  isAdvertised: boolean
  /** URLs, the cover first; empty where the seller gave none. */
  images: string[]
}

const priceOnTheWire = z.string()

/** Exported for the documents that hold a whole book (orders). */
export const bookOnTheWire = z.object({
  _id: z.uuid(),
  book_name: z.string(),
  book_writer: z.string(),
  book_img: z.string(),
  images: z.array(z.string()),
  category_name: z.string(),
  description: z.string(),
  location: z.string(),
  originalPrice: priceOnTheWire,
  resalePrice: priceOnTheWire,
  currency: z.string(),
  postTime: z.string(),
  yearOfPurchase: z.string(),
  condition: z.string(),
  sellerId: z.uuid(),
  sellerName: z.string(),
  sellerEmailVerified: z.boolean(),
  available: z.enum(['unsold', 'sold']),
  reserved: z.optional(z.literal(true)),
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

export function bookFromWire(wire: BookOnTheWire): Book {
  return {
    id: wire._id,
    title: wire.book_name,
    author: wire.book_writer,
    description: wire.description,
    location: wire.location,
    category: wire.category_name || null,
    condition: CONDITIONS.find((known) => known === wire.condition) ?? null,
    originalPrice: moneyFrom(wire.originalPrice, wire.currency),
    resalePrice: moneyFrom(wire.resalePrice, wire.currency),
    yearOfPurchase: Number(wire.yearOfPurchase),
    postedAt: new Date(wire.postTime),
    seller: {
      id: wire.sellerId,
      name: wire.sellerName,
      emailVerified: wire.sellerEmailVerified,
      ...(wire.email !== undefined && { email: wire.email }),
      ...(wire.mobileNumber !== undefined && { mobileNumber: wire.mobileNumber }),
    },
    state: wire.reserved ? 'claimed' : wire.available,
    isAdvertised: wire.advertise === 'true',
    images: wire.images,
  }
}

export function bookToWire(book: Book): BookOnTheWire {
  return {
    _id: book.id,
    book_name: book.title,
    book_writer: book.author,
    book_img: book.images[0] ?? '',
    images: book.images,
    category_name: book.category ?? '',
    description: book.description,
    location: book.location,
    originalPrice: priceText(book.originalPrice),
    resalePrice: priceText(book.resalePrice),
    currency: book.resalePrice.currency,
    postTime: book.postedAt.toISOString(),
    yearOfPurchase: String(book.yearOfPurchase),
    condition: book.condition ?? '',
    sellerId: book.seller.id,
    sellerName: book.seller.name,
    sellerEmailVerified: book.seller.emailVerified,
    available: book.state === 'unsold' ? 'unsold' : 'sold',
    ...(book.state === 'claimed' && { reserved: true as const }),
    advertise: book.isAdvertised ? 'true' : 'false',
    ...(book.seller.email !== undefined && { email: book.seller.email }),
    ...(book.seller.mobileNumber !== undefined && { mobileNumber: book.seller.mobileNumber }),
  }
}

/** Wire ↔ Book. */
export const book = z.codec(bookOnTheWire, z.custom<Book>(), { decode: bookFromWire, encode: bookToWire })

/** What a seller says of a copy. Prices in minor units of the shop's currency. */
export interface NewBook {
  title: string
  author: string
  images: string[]
  category: string | null
  description: string
  location: string
  originalPrice: number
  resalePrice: number
  yearOfPurchase: number
  condition: Condition | null
  mobileNumber: string
}

const EARLIEST_YEAR = 1450
const YEAR_MESSAGE = 'Enter the year with four digits, such as 2019'
const year = z.string({ error: YEAR_MESSAGE }).check(
  z.trim(),
  z.regex(/^\d{4}$/, YEAR_MESSAGE),
  z.refine<string>((text) => Number(text) >= EARLIEST_YEAR && Number(text) <= new Date().getUTCFullYear(), {
    error: `Enter a year from ${EARLIEST_YEAR} to this year`,
  }),
)
const IMAGE_MESSAGE = 'Please choose a product image'
const imageUrl = z
  .string({ error: IMAGE_MESSAGE })
  .check(z.minLength(1, IMAGE_MESSAGE), z.maxLength(500, IMAGE_MESSAGE), z.regex(/^[!-~]*$/, IMAGE_MESSAGE))
const conditionOrEmpty = z._default(z.enum(['', ...CONDITIONS], { error: 'Choose excellent, good or fair' }), '')

/** What the form asks for, but for the pictures; also what a list may say of a book. */
export const bookFactsIn = perCurrency((currency) =>
  z.object({
    book_name: requiredLine(300, 'Please fill in the book name'),
    book_writer: requiredLine(1000, 'Please fill in the book writer'),
    originalPrice: anyPriceIn(currency),
    resalePrice: resalePriceIn(currency),
    condition: conditionOrEmpty,
    mobileNumber: requiredPhone,
    category_name: z._default(optionalLine(60), ''),
    location: requiredLine(200, 'Please fill in the location'),
    description: requiredText(4000, 'Please fill in the description'),
    yearOfPurchase: year,
  }),
)

const newBookOnTheWireIn = (currency: string) =>
  z.extend(bookFactsIn(currency), {
    book_img: imageUrl,
    images: z.optional(
      z
        .array(imageUrl, 'Send the pictures as a list')
        .check(z.maxLength(MOST_BOOK_IMAGES, `Please use ${MOST_BOOK_IMAGES} pictures or fewer`)),
    ),
  })

type Facts = z.output<ReturnType<typeof bookFactsIn>>
/** These in our own words. */
export const factsOf = (wire: Facts): Omit<NewBook, 'images'> => ({
  title: wire.book_name,
  author: wire.book_writer,
  category: wire.category_name || null,
  description: wire.description,
  location: wire.location,
  originalPrice: wire.originalPrice,
  resalePrice: wire.resalePrice,
  yearOfPurchase: Number(wire.yearOfPurchase),
  condition: wire.condition || null,
  mobileNumber: wire.mobileNumber,
})
const factsToWire = (book: NewBook): Facts => ({
  book_name: book.title,
  book_writer: book.author,
  originalPrice: book.originalPrice,
  resalePrice: book.resalePrice,
  condition: book.condition ?? '',
  mobileNumber: book.mobileNumber,
  category_name: book.category ?? '',
  location: book.location,
  description: book.description,
  yearOfPurchase: String(book.yearOfPurchase),
})

/** What a client may call one filled-in form, so that sending it twice lists it once. */
export const IDEMPOTENCY_KEY = /^[\w-]{8,64}$/

/** Wire → NewBook, with prices in this currency: the add-product form on both sides. `book_img` is always the first of the pictures. */
export const newBookIn = perCurrency((currency) =>
  z.codec(newBookOnTheWireIn(currency), z.custom<NewBook>(), {
    decode: (wire) => ({ ...factsOf(wire), images: [...new Set([wire.book_img, ...(wire.images ?? [])])] }),
    encode: (book) => ({ ...factsToWire(book), book_img: book.images[0] ?? '', images: book.images }),
  }),
)
