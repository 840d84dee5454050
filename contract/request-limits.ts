// Limits of requests: how often, at what cost, for how long. Without schemas, since screens are declared with them, too.

/**
 * How often a call may be made. Requests are counted by network address, and the operator says how many a minute
 * (READS_PER_MINUTE, WRITES_PER_MINUTE).
 */
export interface Limit {
  /** Which of an address's counts a request raises. Unless a call says otherwise, GET is a read and the rest are writes. */
  counts: 'reads' | 'writes' | 'nothing'
  /** How often one account may do it within 24 hours; its use case counts. */
  ofAccountADay?: number
  /** As how many requests one counts: its worst cost in multiples of a usual one. */
  costs: number
  /** Its time budget for the database, in milliseconds; null leaves the timeout that every statement has. */
  withinMs: number | null
}

/** The time budget of public reads. */
export const READ_WITHIN_MS = 5000
/** A search that reaches its budget answers with what it has found. */
export const SEARCH_LIMIT = { costs: 4, withinMs: 1500 } as const

export type PageLimit = Pick<Limit, 'costs' | 'withinMs'>

/** Rendering a page takes a few times as long as answering a call. */
export const PAGE_LIMIT: PageLimit = { costs: 2, withinMs: READ_WITHIN_MS }
/** The search's page makes two searches: for its results, and for the filters' counts. */
export const SEARCH_PAGE_LIMIT: PageLimit = { costs: 6, withinMs: SEARCH_LIMIT.withinMs }
