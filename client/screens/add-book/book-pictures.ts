import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'

/** Texts of a listing's picture field. */
export const bookPictures = {
  label: 'Product Image',
  hint: `Up to ${MOST_BOOK_IMAGES} photos of your own copy, cover first. JPEG, PNG or WebP, 10 MB each. We remove location data.`,
  first: 'Cover',
  isRequired: true,
}
