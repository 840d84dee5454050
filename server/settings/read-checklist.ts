import type { ChecklistEntry, ChecklistItem } from '#contract/settings/checklist.ts'
import type { SettingName } from '#contract/settings/shop-settings.ts'
import { listAdminIds, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { BackupState } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'

/**
 * Checklist of a new club, from the server's own state: settings, texts, people and deployment. Leaves out what doesn't
 * concern this club. Refuses nothing; stores nothing, so undone items open again.
 */
export async function readChecklist(
  services: Pick<Services, 'db' | 'settings' | 'contentPages' | 'deployment' | 'identity'>,
  asking: Pick<SignedInAccount, 'identityId'>,
  backups: BackupState | null,
): Promise<ChecklistEntry[]> {
  const { db, settings, contentPages, deployment, identity } = services
  const { values, stored } = settings.current()
  /** The default name counts as set only after an admin confirmed it. */
  const isSet = (name: SettingName) => settings.fixed.includes(name) || stored[name] !== undefined
  const isWritten = (name: 'imprint' | 'terms' | 'privacy' | 'how-selling-works') => !contentPages.find(name).hasGaps
  const [admins, categories, factors] = await Promise.all([
    listAdminIds(db),
    listCategoryRows(db),
    asking.identityId === null ? undefined : identity.factors?.read(asking.identityId),
  ])
  const hasFailed = backups?.failed === true
  const facts: Record<ChecklistItem, boolean | null> = {
    name: isSet('name'),
    contact: values.contact !== '',
    imprint: isWritten('imprint'),
    terms: isWritten('terms'),
    privacy: isWritten('privacy'),
    // Cash alone needs no payouts.
    payout_words: values.payments.card ? isWritten('how-selling-works') : null,
    category_pictures: categories.every(({ imageUrl }) => imageUrl !== ''),
    second_admin: admins.length > 1,
    second_step: factors?.isOn ?? null,
    live: deployment.isLive,
    public_address: deployment.isReachable,
    mail_server: deployment.sendsMail,
    // A club that chose cash alone needs no keys.
    cards: deployment.cards === 'stripe' || (settings.fixed.includes('payments') && !values.payments.card),
    backups: deployment.takesBackups && !hasFailed,
  }
  return Object.entries(facts).flatMap(([item, done]) =>
    done === null ? [] : [{ item: item as ChecklistItem, done, failed: item === 'backups' && hasFailed }],
  )
}
