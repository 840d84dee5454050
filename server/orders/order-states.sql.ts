import { sql } from 'kysely'

/** The states of an order that has its copy, whether or not it is over; the index that allows one per copy says the same. */
export const STANDING = sql`('claimed', 'agreed', 'paid', 'handed_over', 'done')`
/** Those in which nothing was paid yet. */
export const UNPAID = sql`('claimed', 'agreed')`
