import type { Order } from '#contract/orders/orders.ts'
import { MOST_ENTRY_IMAGES } from '#contract/orders/problems.ts'

const readers = {
  buyer: 'you, the seller and the club',
  seller: 'you, the buyer and the club',
  club: 'the buyer, the seller and the club’s admins',
}

/** Texts of an entry's picture field, for its writer's side. */
export const entryPictures = (side: Order['side']) => ({
  label: 'Photos',
  hint: `Optional. Up to ${MOST_ENTRY_IMAGES}, shown to ${readers[side]}. JPEG, PNG or WebP, 10 MB each. We remove location data.`,
})
