/** Shown instead of the name once an account is closed. */
export const CLOSED_ACCOUNT = 'Closed account'
/** How long the other side of a paid order keeps the contacts of an account that was closed, in days. */
export const CLOSED_CONTACTS_DAYS = 180
