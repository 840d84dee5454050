import type { Book } from '#contract/books/books.ts'
import { imageHash } from '#contract/images/image-addresses.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import type { Row } from './as-files.ts'

/** Path of our picture in the archive; the address of a foreign one. */
export const pictureName = (url: string): string => {
  const hash = imageHash(url)
  return hash ? `pictures/${hash}.webp` : url
}

/** A book with readable prices, and its pictures by their paths in the archive. */
export const bookRow = ({ images, originalPrice, resalePrice, wasPrice, ...facts }: Book): Row => ({
  ...facts,
  originalPrice: priceText(originalPrice),
  resalePrice: priceText(resalePrice),
  ...(wasPrice && { wasPrice: priceText(wasPrice) }),
  currency: resalePrice.currency,
  pictures: images.map(pictureName),
})
