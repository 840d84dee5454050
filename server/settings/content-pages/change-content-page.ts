import { type Refuses, refuse } from '#contract/problems.ts'
import type { ContentPageName } from '#contract/screens.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { pageKey } from '#server/settings/settings.public.ts'
import { insertRevision } from '#server/settings/settings.sql.ts'

/**
 * Changes a content page's text, or resets it with null. It is shown at once: here when this resolves, in other
 * processes with their next request. Refuses a text that makes no page, and a stale revision. The same text again
 * changes nothing. The audit log names the admin; every text stays, under its revision.
 */
export async function changeContentPage(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'contentPages'> & Refuses<'page_changed'>,
  admin: Pick<SignedInAccount, 'id'>,
  { name, revision, text: given }: { name: ContentPageName; revision: number; text: string | null },
): Promise<void> {
  const { settings, contentPages } = services
  // Forms send CRLF line breaks.
  const text = given?.replaceAll('\r\n', '\n') ?? null
  if (text !== null) requirePage(services, text)
  await settings.refresh()
  const present = contentPages.find(name)
  if (present.saved === text) return
  if (present.revision !== revision) refuseChanged(services)
  await services.db.transaction().execute(async (tx) => {
    const at = services.clock.now()
    const isSaved = await insertRevision(tx, { name: pageKey(name), revision: revision + 1, value: text, at })
    if (!isSaved) refuseChanged(services)
    const source = text === null ? present.below : 'admins'
    const facts = { page: name, source, revision: revision + 1 }
    await writeAudit(tx, { kind: 'page_changed', by: { as: 'admin', id: admin.id }, at, facts })
  })
  await settings.refresh()
}

/** Parses a text into a page; refuses, at its field, one that makes none. */
export function requirePage({ contentPages }: Pick<Services, 'contentPages'>, text: string) {
  const rendered = contentPages.render(text)
  if ('page' in rendered) return rendered.page
  return refuse('invalid_input', rendered.problem, [{ field: 'text', message: rendered.problem }])
}

function refuseChanged({ refuse: no }: Refuses<'page_changed'>): never {
  return no('page_changed', 'Someone else has saved this page meanwhile. What you typed is still here.')
}
