import type { Services } from '#server/services.ts'
import { findNewestCurrency } from './books.sql.ts'

/** The currency of what is for sale in this shop, by what was listed last; null where nothing is. Refuses nothing. */
export const findCurrency = ({ db }: Pick<Services, 'db'>): Promise<string | null> => findNewestCurrency(db)
