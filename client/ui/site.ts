import { useRouteLoaderData } from 'react-router'
import type { MenuEntry } from '#contract/screens.ts'
import type { Site } from '#contract/site.ts'
import { pageMeta, type PageFacts } from './page-meta.ts'

/** Entries of the main menu, as a hook. */
export const useMainMenu = (): readonly MenuEntry[] =>
  useRouteLoaderData<{ frame: { menus: { main: readonly MenuEntry[] } } }>('root')?.frame.menus.main ?? []

/** Public site configuration, as a hook. */
export function useSite(): Site {
  const root = useRouteLoaderData<{ site: Site }>('root')
  if (!root) throw new Error('The site’s configuration did not arrive')
  return root.site
}

/** Root loader data used here. */
interface RootData {
  site: Site
  frame: { found: readonly string[] }
}

type Matches = readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[]

/**
 * Head of a screen, for its `meta` export: `titled('Blogs')`. Appends the shop's name; the table of screens decides on
 * indexing.
 */
export function titled(title: string, more: Omit<PageFacts, 'title' | 'path' | 'noIndex'> & { path?: string } = {}) {
  return ({ matches }: { matches: Matches }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
    if (!root) return [{ title }]
    const { id = '', pathname = '/' } = matches.at(-1) ?? {}
    return pageMeta(root.site, { path: withoutEnd(pathname), noIndex: !root.frame.found.includes(id), ...more, title })
  }
}

const withoutEnd = (path: string) => path.replace(/(?<=.)\/+$/, '')
