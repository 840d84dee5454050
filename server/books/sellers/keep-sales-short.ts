import type { Services } from '#server/services.ts'
import { foldSales } from './sellers.sql.ts'

/** Folds what was noted of sales into the sums, each minute, so that reading them stays cheap. Refuses nothing; at any time, and twice. */
export const keepSalesShort = ({ db }: Pick<Services, 'db'>): Promise<void> => foldSales(db)
