import type { ContentPageName } from '#contract/screens.ts'
import type { EarlierText } from '#contract/settings/content-page-calls.ts'
import type { Services } from '#server/services.ts'
import { pageKey } from '#server/settings/settings.public.ts'
import { listRevisions } from '#server/settings/settings.sql.ts'

/** Earlier texts listed: texts may be long, and people go back a step or two. */
const MOST_TEXTS = 10

/** Saved texts of a page, newest first, so that no text is ever lost. Refuses nothing. */
export async function listEarlierTexts({ db }: Pick<Services, 'db'>, name: ContentPageName): Promise<EarlierText[]> {
  const rows = await listRevisions(db, { name: pageKey(name), most: MOST_TEXTS })
  return rows.map(({ revision, at, value }) => ({
    revision,
    savedAt: at,
    text: typeof value === 'string' ? value : null,
  }))
}
