import type { Tx } from '#server/database/schema.ts'
import { forgetReportsOfClosed } from './reports.sql.ts'

/** What was written by and about people whose accounts are closed goes; that it was decided stays. As often as one likes. */
export const forgetReports = (tx: Tx): Promise<void> => forgetReportsOfClosed(tx)
