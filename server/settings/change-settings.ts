import { leastFeeMessage, readLeastFee } from '#contract/money/club-fee.ts'
import { type Refuses, refuse } from '#contract/problems.ts'
import { screenSettings } from '#contract/settings/shop-settings.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { changesIn, type Change, type Wishes } from './values-in-force.ts'
import { insertRevision } from './settings.sql.ts'

type SettingServices = Pick<Services, 'db' | 'clock' | 'settings' | 'site'>
type SettingRefusals = Refuses<'settings_changed' | 'set_by_operator'>

/**
 * Changes settings of the shop. They apply at once: here when this resolves, in other processes with their next
 * request. Each change is in the audit log. Refuses settings that the environment fixes, cards without a provider, a
 * least fee that the currency doesn't have, and a stale revision. The same values again change nothing.
 */
export async function changeSettings(
  services: SettingServices & SettingRefusals,
  admin: Pick<SignedInAccount, 'id'>,
  { revision, ...wishes }: Wishes & { revision: number },
): Promise<void> {
  const { settings } = services
  await settings.refresh()
  const inForce = settings.current()
  const changes = changesIn(inForce.values, wishes)
  requireAllowed(services, changes, wishes)
  if (inForce.revision !== revision) refuseChanged(services)
  if (changes.length === 0) return
  const set = Object.fromEntries(changes.map(({ name, to }) => [name, to]))
  await services.db.transaction().execute(async (tx) => {
    const at = services.clock.now()
    const value = { ...inForce.stored, ...set }
    const isSaved = await insertRevision(tx, { name: 'shop', revision: revision + 1, value, at })
    if (!isSaved) refuseChanged(services)
    await noteChanges(tx, admin, at, changes)
  })
  await settings.refresh()
}

function requireAllowed(
  services: Pick<Services, 'settings' | 'site'> & SettingRefusals,
  changes: readonly Change[],
  { payments, clubFeeLeast }: Wishes,
): void {
  const { fixed, hasCards } = services.settings
  const fixedOnes = changes.filter(({ name }) => fixed.includes(name))
  if (fixedOnes.length > 0)
    services.refuse(
      'set_by_operator',
      `The operator has set this in ${fixedOnes.map(({ name }) => screenSettings[name].env).join(', ')}. It can’t be changed here.`,
      fixedOnes.map(({ name }) => ({ field: name, message: `Set by the operator in ${screenSettings[name].env}` })),
    )
  if (payments?.card && !hasCards) {
    const message = 'To take cards, the shop needs a card provider’s keys. The operator sets them.'
    refuse('invalid_input', message, [{ field: 'payments', message }])
  }
  const { currency } = services.site
  if (clubFeeLeast !== undefined && readLeastFee(clubFeeLeast, currency) === null) {
    const message = leastFeeMessage(currency)
    refuse('invalid_input', message, [{ field: 'clubFeeLeast', message }])
  }
}

async function noteChanges(
  tx: Tx,
  admin: Pick<SignedInAccount, 'id'>,
  at: Date,
  changes: readonly Change[],
): Promise<void> {
  for (const { name, from, to } of changes) {
    const facts = { setting: name, from, to }
    await writeAudit(tx, { kind: 'setting_changed', by: { as: 'admin', id: admin.id }, at, facts })
  }
}

function refuseChanged({ refuse: no }: Refuses<'settings_changed'>): never {
  return no(
    'settings_changed',
    'Someone else has changed the settings meanwhile. Check their changes, then save again.',
  )
}
