import { useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/site.ts'

/** The site's public configuration, on any screen. */
export function useSite(): Site {
  const root = useRouteLoaderData<{ site: Site }>('root')
  if (!root) throw new Error('The site’s configuration did not arrive')
  return root.site
}

/** A screen's title: `titled('Blogs')` as its `meta` export. The shop's own name follows. */
export function titled(title: string, more: { description?: string; noIndex?: boolean } = {}) {
  return ({ matches }: { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as { site: Site } | undefined
    return [
      { title: root ? `${title} · ${root.site.name}` : title },
      ...(more.description ? [{ name: 'description', content: more.description }] : []),
      ...(more.noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
    ]
  }
}
