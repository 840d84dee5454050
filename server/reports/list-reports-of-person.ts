import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { ReportSide } from '#contract/reports/persons-reports.ts'
import type { ReportCase } from '#contract/reports/reports.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { shapeCase } from './reports.shape.ts'
import { casesOfPersonOrdering, listCaseRowsOfPerson } from './reports.sql.ts'

/** One page of the cases about a person, or reported by them, newest first. Refuses unknown people. */
export async function listReportsOfPerson(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  accountId: string,
  side: ReportSide,
  page: PageRequest<'newest'>,
): Promise<Page<ReportCase>> {
  const keyset = keysetOf(page, casesOfPersonOrdering)
  const account = await findAccountById(services.db, accountId)
  if (!account || account.closedAt) return services.refuse('not_found', 'There’s no such account.')
  return pageOf(await listCaseRowsOfPerson(services.db, accountId, side, keyset), page, shapeCase)
}
