import type { Services } from '#server/services.ts'
import { foldSales } from './sellers.sql.ts'

/**
 * Folds notes of sales into the sums, each minute, so that reads stay cheap. Refuses nothing; safe at any time, and
 * twice.
 */
export const keepSalesShort = ({ db }: Pick<Services, 'db'>): Promise<void> => foldSales(db)
