import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Often, Want } from '#contract/wants/wants.ts'
import type { Tx } from '#server/database/schema.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { deleteWant, deleteWantsUntil, latestFirst, listWantRows, updateWant, type WantRow } from './wants.sql.ts'

type KeepServices = Pick<Services, 'db'> & Refuses<'not_found'>
const NO_WANT = 'That isn’t one of your saved searches.'

/** One page of an account's saved searches and awaited books. */
export async function listWants(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  page: PageRequest<'newest'>,
): Promise<Page<Want>> {
  const rows = await listWantRows(db, accountId, keysetOf(page, latestFirst))
  return pageOf(rows, page, ({ id, name, search, bookId, often, since }: WantRow): Want => ({
    id,
    name,
    search,
    bookId,
    often,
    since,
  }))
}

/** Renames a saved search, or changes how often it mails. Refuses those of others. */
export async function changeWant(
  services: KeepServices,
  accountId: string,
  id: string,
  change: { name: string; often: Often },
): Promise<void> {
  if (!(await updateWant(services.db, accountId, id, change))) services.refuse('not_found', NO_WANT)
}

/** Deletes a want. Refuses those of others. */
export async function removeWant(services: KeepServices, accountId: string, id: string): Promise<void> {
  if (!(await deleteWant(services.db, accountId, id))) services.refuse('not_found', NO_WANT)
}

/** Deletes an account's saved searches from before a moment: it has another owner now, or was closed (`infinity`). */
export async function forgetWants(tx: Tx, accountId: string, until: Date | 'infinity'): Promise<void> {
  await deleteWantsUntil(tx, accountId, until)
}
