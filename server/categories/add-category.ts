import { categorySlug, type CategoryFacts } from '#contract/books/category-calls.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { reserveUploads } from '#server/images/images.public.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { insertCategory } from './categories.public.ts'

/**
 * A new category, last in the list; gives its id. Refuses a name whose address another one has, and a picture that this
 * admin did not upload. Called twice, the second time there is one of that name.
 */
export async function addCategory(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'category_exists'>,
  adminId: string,
  facts: CategoryFacts,
): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    const [now, slug] = [services.clock.now(), categorySlug(facts.name)]
    await requireOwnPicture(tx, adminId, facts.imageUrl, { now })
    const id = await insertCategory(tx, slug, { ...facts, position: 'last' })
    if (id === null) return refuseName(services)
    const by = { as: 'admin', id: adminId } as const
    await writeAudit(tx, { kind: 'category_added', by, at: now, facts: { category: slug } })
    return id
  })
}

export const refuseName = (may: Refuses<'category_exists'>): never =>
  may.refuse('category_exists', 'There’s a category of this name already.', [
    { field: 'name', message: 'Choose another name, or merge the two' },
  ])

/** Reserves a picture for a category that doesn't show it yet. */
export async function requireOwnPicture(
  tx: Tx,
  adminId: string,
  url: string,
  { now, shown = '' }: { now: Date; shown?: string },
): Promise<void> {
  if (url === '' || url === shown || (await reserveUploads(tx, adminId, [url], now)) === 1) return
  refuse('invalid_input', 'Please check the marked fields.', [
    { field: 'imageUrl', message: 'Please upload the picture again' },
  ])
}
