import * as z from 'zod/mini'
import { defineCall, id, inserted, modified } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { namedPrice } from '#contract/money/money.ts'
import { emptyForNull, optionalLine, optionalPhone } from '#contract/text.ts'

/** Unpaid claims a buyer may have at a time. */
export const MOST_OPEN_CLAIMS = 5
/** Claims that one account may make within 24 hours, whatever becomes of them. */
export const MOST_CLAIMS_A_DAY = 10
/** How long a claim lasts at most while the buyer's email address isn't confirmed; such an account has one at a time. */
export const UNCONFIRMED_CLAIM_SECONDS = 2 * 3600

/** What the buyer adds to a claim; all may be empty. Where the shop takes one way to pay alone, it is that one. */
export const buyNowForm = z.object({
  phone: z._default(emptyForNull(optionalPhone), ''),
  meetingLocation: z._default(emptyForNull(optionalLine(300)), ''),
  payment: z._default(z.enum(['card', 'cash'], 'Choose card or cash'), 'card'),
})

const ACCOUNTS_OWN = 'The account’s own.'
const OF_THE_ORDER = 'The order has it already.'

export const buyNow = defineCall({
  method: 'POST',
  path: '/buy-now',
  topics: ['orders', 'books'],
  access: ['buyer'],
  summary:
    'Claims the copy and opens the order, at once or not at all, and for no more than agreedPrice if that is sent; with payment cash it also asks the seller to be paid at the meeting; repeated by the same buyer: the same order',
  // The spec's body is the whole book with name and email: beside these, it decides nothing.
  body: z.looseObject({
    ...buyNowForm.shape,
    // What the buyer was shown: a copy that is dearer by now is not claimed. Without it the price is what it is.
    agreedPrice: z.optional(namedPrice),
    bookData: z.looseObject({ _id: id }, 'Say which book, by its _id'),
  }),
  example: {
    bookData: { _id: exampleIds.book },
    agreedPrice: '12.50',
    phone: '+49 30 123456',
    meetingLocation: 'By the fountain',
    payment: 'card',
  },
  ignored: { name: ACCOUNTS_OWN, email: ACCOUNTS_OWN },
  answer: inserted,
  limit: { ofAccountADay: MOST_CLAIMS_A_DAY },
  refusals: [
    'not_found',
    'book_not_for_sale',
    'own_book',
    'listing_paused',
    'price_mismatch',
    'too_many_claims',
    'claimed_recently',
    'email_not_confirmed',
    'cash_off',
  ],
})

export const confirmClaim = defineCall({
  method: 'PUT',
  path: '/buy-now/:bookId',
  topics: ['orders', 'books'],
  access: ['buyer'],
  summary: 'Confirms this buyer’s claim on the copy; as often as you like',
  params: z.object({ bookId: id }),
  body: z.looseObject({}),
  example: {},
  ignored: {
    bookData: OF_THE_ORDER,
    name: OF_THE_ORDER,
    email: OF_THE_ORDER,
    phone: OF_THE_ORDER,
    meetingLocation: OF_THE_ORDER,
  },
  answer: modified,
  refusals: ['not_found'],
})
