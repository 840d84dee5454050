import type { Book } from '#contract/books/books.ts'
import { imageHash } from '#contract/images/image-addresses.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import type { Row } from './as-files.ts'

/** Where a picture of ours lies in the archive; its address where it lies elsewhere. */
export const pictureName = (url: string): string => {
  const hash = imageHash(url)
  return hash ? `pictures/${hash}.webp` : url
}

/** A book with prices as people write them, and its pictures by their names in the archive. */
export const bookRow = ({ images, originalPrice, resalePrice, wasPrice, ...facts }: Book): Row => ({
  ...facts,
  originalPrice: priceText(originalPrice),
  resalePrice: priceText(resalePrice),
  ...(wasPrice && { wasPrice: priceText(wasPrice) }),
  currency: resalePrice.currency,
  pictures: images.map(pictureName),
})
