import { contentPageNames, screens, type ContentPageName } from '#contract/screens.ts'
import type { PageSourceName } from './content-page-calls.ts'

/** What each content page is called in the menus, whatever its text says. */
export const pageLabels: ReadonlyMap<ContentPageName, string> = new Map(
  contentPageNames.map((name) => [name, labelInMenu(name)]),
)

function labelInMenu(name: ContentPageName): string {
  const menus = Object.values(screens.find(({ path }) => path === name)?.menu ?? {})
  return menus[0]?.[1] ?? name
}

/** Whose text a content page shows. */
export const pageSourceWords: Record<PageSourceName, string> = {
  admins: 'a text of your own',
  operator: 'the text in your files',
  project: 'the text that comes with Dogear',
}
