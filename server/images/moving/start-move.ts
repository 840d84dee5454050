import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Services } from '#server/services.ts'
import { countPicturesToMove, insertMove } from './moving.sql.ts'

/**
 * Starts moving all pictures to the host that takes new ones; a job does it, and goes on after a restart. Does nothing
 * where that is under way. Refuses nothing.
 */
export async function startMove(
  { db, clock, images }: Pick<Services, 'db' | 'clock' | 'images'>,
  adminId: string,
): Promise<void> {
  const { present } = images.hosts
  const total = await countPicturesToMove(db, present.id)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await insertMove(tx, present.id, total, now))) return
    await addJob(tx, 'move_pictures', { startedAt: now.toISOString(), after: '' })
    const facts = { to: present.name }
    await writeAudit(tx, { kind: 'pictures_moved', by: { as: 'admin', id: adminId }, at: now, facts })
  })
}
