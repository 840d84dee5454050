import { useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/site.ts'
import { pageMeta, type PageFacts } from './page-meta.ts'

/** The site's public configuration, on any screen. */
export function useSite(): Site {
  const root = useRouteLoaderData<{ site: Site }>('root')
  if (!root) throw new Error('The site’s configuration did not arrive')
  return root.site
}

type Matches = readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[]

/** A screen's head: `titled('Blogs')` as its `meta` export. The shop's own name follows its title. */
export function titled(title: string, more: Omit<PageFacts, 'title' | 'path'> & { path?: string } = {}) {
  return ({ matches }: { matches: Matches }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: Site } | undefined
    return root
      ? pageMeta(root.site, { path: withoutEnd(matches.at(-1)?.pathname ?? '/'), ...more, title })
      : [{ title }]
  }
}

const withoutEnd = (path: string) => path.replace(/(?<=.)\/+$/, '')
