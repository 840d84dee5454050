import { sql, type RawBuilder } from 'kysely'

/**
 * Behind what must be true of a work: has PostgreSQL look the works up by their words where these are few. By itself it
 * reads the newest works until enough of them fit, and takes that for cheaper than it is: of 500 among 100,000 works, 60
 * are found after 13,000, which takes fifty times as long.
 */
export const byWord = (areFew: boolean): RawBuilder<unknown> => (areFew ? sql`OFFSET 0` : sql``)
