import type { ChecklistEntry, ChecklistItem } from '#contract/settings/checklist.ts'
import type { SettingName } from '#contract/settings/shop-settings.ts'
import { listAdminIds } from '#server/accounts/accounts.public.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { BackupState, Services } from '#server/services.ts'

/**
 * What a new club still has to fill in, by what the server itself knows: its settings, texts, people, and what the
 * operator gave it. What doesn't concern this club is left out. Refuses nothing; nothing is stored, so what is undone
 * later is undone here.
 */
export async function readChecklist(
  services: Pick<Services, 'db' | 'settings' | 'contentPages' | 'deployment'>,
  backups: BackupState | null,
): Promise<ChecklistEntry[]> {
  const { db, settings, contentPages, deployment } = services
  const { values, stored } = settings.current()
  /** The default name counts as set only after an admin confirmed it. */
  const isSet = (name: SettingName) => settings.fixed.includes(name) || stored[name] !== undefined
  const isWritten = (name: 'imprint' | 'terms' | 'privacy' | 'how-selling-works') => !contentPages.find(name).hasGaps
  const [admins, categories] = await Promise.all([listAdminIds(db), listCategoryRows(db)])
  const hasFailed = backups?.failed === true
  const facts: Record<ChecklistItem, boolean | null> = {
    name: isSet('name'),
    contact: values.contact !== '',
    imprint: isWritten('imprint'),
    terms: isWritten('terms'),
    privacy: isWritten('privacy'),
    // With cash alone the club owes nothing.
    payout_words: values.payments.card ? isWritten('how-selling-works') : null,
    category_pictures: categories.every(({ imageUrl }) => imageUrl !== ''),
    second_admin: admins.length > 1,
    live: deployment.isLive,
    public_address: deployment.isReachable,
    mail_server: deployment.sendsMail,
    // A club that takes cash alone, and says so, needs no keys.
    cards: deployment.cards === 'stripe' || (settings.fixed.includes('payments') && !values.payments.card),
    backups: deployment.takesBackups && !hasFailed,
  }
  return Object.entries(facts).flatMap(([item, done]) =>
    done === null ? [] : [{ item: item as ChecklistItem, done, failed: item === 'backups' && hasFailed }],
  )
}
