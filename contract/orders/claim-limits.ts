/** Unpaid claims a buyer may have at a time. */
export const MOST_OPEN_CLAIMS = 5
/** Claims that one account may make within 24 hours, whatever becomes of them. */
export const MOST_CLAIMS_A_DAY = 10
/** How long a claim lasts at most while the buyer's email address isn't confirmed; such an account has one at a time. */
export const UNCONFIRMED_CLAIM_SECONDS = 2 * 3600
