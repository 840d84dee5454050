// No schema in here: public pages load it.

/** How many items a page of a list has unless asked otherwise, and at most. */
export const PAGE_SIZE = 24
export const MOST_PER_PAGE = 100
/** Books are counted up to here; beyond that the count reads "or more". */
export const MOST_COUNTED = 1000
