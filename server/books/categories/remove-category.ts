import type { Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { deleteCategory, lockCategories } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { hasBooks } from './category-books.sql.ts'
import { NO_SUCH_CATEGORY, STILL_MOVING } from './edit-category.ts'

/**
 * Removes a category without books, sold ones included. Refuses any other: its books would be in none. Called twice, it
 * is not found the second time.
 */
export async function removeCategory(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'category_in_use' | 'category_moving'>,
  adminId: string,
  id: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // Row lock: waits for listings in progress.
    const [category] = await lockCategories(tx, [id])
    if (!category) return services.refuse('not_found', NO_SUCH_CATEGORY)
    if (category.movingTo) services.refuse('category_moving', STILL_MOVING)
    if (await hasBooks(tx, category.slug))
      services.refuse('category_in_use', 'Books are or were listed here. Merge it with another category instead.')
    await deleteCategory(tx, id)
    const by = { as: 'admin', id: adminId } as const
    await writeAudit(tx, { kind: 'category_removed', by, at: services.clock.now(), facts: { category: category.slug } })
  })
}
