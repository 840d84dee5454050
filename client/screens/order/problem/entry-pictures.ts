import { MOST_ENTRY_IMAGES } from '#contract/orders/problems.ts'

/** What the field for the pictures of an entry says. */
export const entryPictures = {
  label: 'Photos',
  hint: `Optional. Up to ${MOST_ENTRY_IMAGES}, shown to the buyer, the seller and the club. JPEG, PNG or WebP, 10 MB each. We remove location data.`,
}
