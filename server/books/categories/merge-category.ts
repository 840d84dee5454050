import { refuse, type Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { lockCategories } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { NO_SUCH_CATEGORY, STILL_MOVING, type Moved } from './edit-category.ts'
import { beginMoving, moveAtOnce } from './move-books.ts'

/**
 * Gives all books of a category to another one, sold and deleted ones included, then removes it; its address leads to
 * the other. Refuses itself, and either where books are being moved. Called twice, the second time there is none.
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
