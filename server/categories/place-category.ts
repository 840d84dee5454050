import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { listPlaces, setPlaces } from './categories.sql.ts'

/**
 * Puts a category one place earlier or later; the first and the last stay where they are. Called twice, it goes two
 * places. Two admins who do so at once wait for each other.
 */
export async function placeCategory(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  id: string,
  place: 'earlier' | 'later',
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const ids = await listPlaces(tx)
    const from = ids.indexOf(id)
    if (from === -1) services.refuse('not_found', 'There’s no such category.')
    const to = place === 'earlier' ? from - 1 : from + 1
    if (to < 0 || to >= ids.length) return
    await setPlaces(tx, ids.toSpliced(from, 1).toSpliced(to, 0, id))
  })
}
