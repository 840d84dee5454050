import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'

/** What the field of a listing's pictures says. */
export const bookPictures = {
  label: 'Product Image',
  hint: `Up to ${MOST_BOOK_IMAGES} photos of your own copy, cover first. JPEG, PNG or WebP, 10 MB each. We remove location data.`,
  first: 'Cover',
  isRequired: true,
}
