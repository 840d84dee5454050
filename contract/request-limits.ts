// How often what may be asked, and what answering it may take. No schema in here: screens are declared with these as well.

/**
 * How often a call may be made. Requests are counted by network address, and the operator says how many a minute
 * (READS_PER_MINUTE, WRITES_PER_MINUTE).
 */
export interface Limit {
  /** Which of an address's counts a request raises. Unless a call says otherwise, GET is a read and the rest are writes. */
  counts: 'reads' | 'writes' | 'nothing'
  /** How often one account may do it within 24 hours; its use case counts. */
  ofAccountADay?: number
  /** As how many requests one counts: what it costs at worst, beside a usual one. */
  costs: number
  /** After so many milliseconds the database's part of it is ended; null: after as long as anything may take. */
  withinMs: number | null
}

/** What anyone may read is read soon, or not at all: nobody waits longer, and strangers take no more. */
export const READ_WITHIN_MS = 5000
/** The same of a search, which answers with what was found until then. */
export const SEARCH_LIMIT = { costs: 4, withinMs: 1500 } as const

export type PageLimit = Pick<Limit, 'costs' | 'withinMs'>

/** To render a page takes a few times as long as to answer a call. */
export const PAGE_LIMIT: PageLimit = { costs: 2, withinMs: READ_WITHIN_MS }
/** This one asks for what is found and for what can be chosen further. */
export const SEARCH_PAGE_LIMIT: PageLimit = { costs: 6, withinMs: SEARCH_LIMIT.withinMs }
