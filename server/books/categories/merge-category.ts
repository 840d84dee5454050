import { refuse, type Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { lockCategories } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { NO_SUCH_CATEGORY, STILL_MOVING, type Moved } from './edit-category.ts'
import { beginMoving, moveAtOnce } from './move-books.ts'

/**
 * Merges a category into another: moves all books, sold and deleted ones included, then removes it; its address
 * redirects. Refuses merging with itself, and either where books are being moved. Called twice, it is not found the
 * second time.
 */
export async function mergeCategory(
  services: Pick<Services, 'db' | 'clock' | 'log'> & Refuses<'not_found' | 'category_moving'>,
  adminId: string,
  id: string,
  intoId: string,
): Promise<Moved> {
  const from = await services.db.transaction().execute(async (tx) => {
    const found = await lockCategories(tx, [id, intoId])
    const category = found.find((one) => one.id === id)
    const into = found.find((one) => one.id === intoId)
    if (!category) return services.refuse('not_found', NO_SUCH_CATEGORY)
    if (!into || into === category)
      return refuse('invalid_input', 'Please check the marked fields.', [
        { field: 'into', message: 'Choose another category' },
      ])
    if (category.movingTo || into.movingTo) services.refuse('category_moving', STILL_MOVING)
    await beginMoving(tx, category, intoId)
    const by = { as: 'admin', id: adminId } as const
    const facts = { category: category.slug, into: into.slug }
    await writeAudit(tx, { kind: 'category_merged', by, at: services.clock.now(), facts })
    return category
  })
  return { id: intoId, left: await moveAtOnce(services, from) }
}
