import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { CASE_STATES, ReportCase, WholeCase } from '#contract/reports/reports.ts'
import type { ReportSide } from '#contract/reports/persons-reports.ts'
import { findAccountById, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeReading } from '#server/accounts/audit/audit.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { shapeCase, shapeMessages } from './reports.shape.ts'
import {
  caseOrderings,
  casesOfPersonOrdering,
  findCase,
  listCaseRows,
  listCaseRowsOfPerson,
  listReportsOf,
} from './reports.sql.ts'

/** One page of open cases, longest waiting first, or of decided ones, latest first. */
export async function listCases(
  services: Pick<Services, 'db'>,
  state: (typeof CASE_STATES)[number],
  page: PageRequest<'newest'>,
): Promise<Page<ReportCase>> {
  const rows = await listCaseRows(services.db, state, keysetOf(page, caseOrderings[state]))
  return pageOf(rows, page, shapeCase)
}

/** A case with its reports. Logs, once a day, that an admin read private messages. Refuses unknown cases. */
export async function getCase(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: Pick<SignedInAccount, 'id'>,
  id: string,
): Promise<WholeCase> {
  const found = await findCase(services.db, id)
  if (!found) return services.refuse('not_found', 'We can’t find that report.')
  const messages = shapeMessages(found)
  if (messages)
    await services.db.transaction().execute((tx) =>
      writeReading(tx, {
        kind: 'messages_read',
        by: { as: 'admin', id: admin.id },
        at: services.clock.now(),
        accountId: found.aboutId,
        reportId: id,
      }),
    )
  return { ...shapeCase(found), messages, list: await listReportsOf(services.db, id) }
}

/** One page of the cases about a person, or reported by them, newest first. Refuses unknown people. */
export async function listReportsOfPerson(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  accountId: string,
  side: ReportSide,
  page: PageRequest<'newest'>,
): Promise<Page<ReportCase>> {
  const keyset = keysetOf(page, casesOfPersonOrdering)
  const account = await findAccountById(services.db, accountId)
  if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
  return pageOf(await listCaseRowsOfPerson(services.db, accountId, side, keyset), page, shapeCase)
}
