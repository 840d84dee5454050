import type { Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { listPlaces, setPlaces } from './categories.sql.ts'

/**
 * Puts a category one place earlier or later; the first and the last stay where they are. Called twice, it goes two
 * places. Two admins who do so at once wait for each other.
 */
export async function placeCategory(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  adminId: string,
  id: string,
  place: 'earlier' | 'later',
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const places = await listPlaces(tx)
    const from = places.findIndex((category) => category.id === id)
    const placed = places[from] ?? services.refuse('not_found', 'We can’t find that category.')
    const to = place === 'earlier' ? from - 1 : from + 1
    if (to < 0 || to >= places.length) return
    const ids = places.map((category) => category.id)
    await setPlaces(tx, ids.toSpliced(from, 1).toSpliced(to, 0, id))
    await writeAudit(tx, {
      kind: 'category_placed',
      by: { as: 'admin', id: adminId },
      at: services.clock.now(),
      facts: { category: placed.slug, from: String(from + 1), to: String(to + 1) },
    })
  })
}
