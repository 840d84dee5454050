import { MOST_ENTRY_IMAGES } from '#contract/orders/problems.ts'

/** Texts of an entry's picture field. */
export const entryPictures = {
  label: 'Photos',
  hint: `Optional. Up to ${MOST_ENTRY_IMAGES}, shown to the buyer, the seller and the club. JPEG, PNG or WebP, 10 MB each. We remove location data.`,
}
