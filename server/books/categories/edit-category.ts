import { categorySlug, type CategoryFacts } from '#contract/books/category-calls.ts'
import type { Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { refuseName, requireOwnPicture } from '#server/categories/add-category.ts'
import { insertCategory, lockCategories, updateCategory } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { beginMoving, moveAtOnce } from './move-books.ts'

/** The category's id after the edit, and the number of books still to move. */
export interface Moved {
  id: string
  left: number
}

export const NO_SUCH_CATEGORY = 'We can’t find that category.'
export const STILL_MOVING = 'Its books are being moved right now. Please try again in a minute.'

/**
 * Changes a category. A new name makes it another category in the same place: all its books move there, and its former
 * address redirects. Refuses a taken name, a category whose books are being moved, and a picture that this admin did
 * not upload. Called twice, it changes nothing the second time.
 */
export async function editCategory(
  services: Pick<Services, 'db' | 'clock' | 'log'> & Refuses<'not_found' | 'category_exists' | 'category_moving'>,
  adminId: string,
  id: string,
  facts: CategoryFacts,
): Promise<Moved> {
  const renamed = await services.db.transaction().execute(async (tx) => {
    const [category] = await lockCategories(tx, [id])
    if (!category) return services.refuse('not_found', NO_SUCH_CATEGORY)
    if (category.movingTo) services.refuse('category_moving', STILL_MOVING)
    const now = services.clock.now()
    await requireOwnPicture(tx, adminId, facts.imageUrl, { now, shown: category.imageUrl })
    const slug = categorySlug(facts.name)
    const audited = { kind: 'category_changed', by: { as: 'admin', id: adminId }, at: now } as const
    if (slug === category.slug) {
      if (await updateCategory(tx, id, facts)) await writeAudit(tx, { ...audited, facts: { category: slug } })
      return null
    }
    const newId = await insertCategory(tx, slug, { ...facts, position: category.position })
    if (newId === null) return refuseName(services)
    await beginMoving(tx, category, newId)
    await writeAudit(tx, { ...audited, facts: { category: category.slug, into: slug } })
    return { category, newId }
  })
  if (!renamed) return { id, left: 0 }
  return { id: renamed.newId, left: await moveAtOnce(services, renamed.category) }
}
