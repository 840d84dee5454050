import { addJob } from '#server/database/add-job.ts'
import type { Services } from '#server/services.ts'
import { writeAudit } from '../audit/audit.public.ts'
import { changeIdentities, FIRST_ID, insertProvider, listClosedSince, lockIdentities } from './identity-moves.sql.ts'
import { findProviderInForce, type ProviderInForce } from './identity-moves.public.ts'

/**
 * Notes the identity provider of a start. Another one than before is a move: in one transaction each account's identity
 * is put away for the way back, the one that it has at the new provider, if any, takes its place, all club tokens end,
 * and the audit log has it. Jobs remove at the provider what was closed meanwhile, and make people known there. Nothing
 * else changes: an account without an identity waits for its first sign-in (`findProvenAccount`). Called again, it changes nothing.
 */
export async function enterProvider(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { id: provider, name }: { id: string; name: string },
): Promise<ProviderInForce> {
  const present = await findProviderInForce(db)
  if (present?.provider === provider) return present
  return db.transaction().execute(async (tx) => {
    await lockIdentities(tx)
    const before = await findProviderInForce(tx)
    if (before?.provider === provider) return before
    if (!before) return insertProvider(tx, { provider, name, since: null })
    const at = clock.now()
    // Proofs carry the time of the sign-in in whole seconds.
    const since = new Date(Math.floor(at.getTime() / 1000) * 1000)
    const entered = await insertProvider(tx, { provider, name, since })
    await changeIdentities(tx, { from: before.provider, to: provider })
    for (const accountId of await listClosedSince(tx, before.since))
      await addJob(tx, 'finish_closing_account', { accountId })
    await addJob(tx, 'admit_awaited', { turn: entered.turn, after: FIRST_ID })
    await writeAudit(tx, {
      kind: 'identity_provider_changed',
      by: { as: 'operator' },
      at,
      facts: { from: before.name, to: name },
    })
    log.warn(
      { from: before.name, to: name },
      'people sign in with another identity provider from now on: all were signed out. The one of before has all it had; a start with its settings goes back',
    )
    return entered
  })
}
