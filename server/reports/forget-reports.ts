import type { Tx } from '#server/database/schema.ts'
import { forgetReportsOfClosed } from './reports.sql.ts'

/** Erases texts by and about closed accounts; decisions stay. Safe to repeat. */
export const forgetReports = (tx: Tx): Promise<void> => forgetReportsOfClosed(tx)
