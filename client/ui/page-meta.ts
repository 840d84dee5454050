import type { MetaDescriptor } from 'react-router'
import { SHARE_PICTURE, SITE_PICTURE } from '#contract/sharing.ts'
import type { Site } from '#contract/site.ts'

export interface PageFacts {
  /** Title without the shop's name, which is added. */
  title: string
  /** Overrides the title in the window. */
  windowTitle?: string
  description?: string
  /** Canonical path on the shop's own origin, without a query. */
  path: string
  /** Open Graph image, on the shop's own origin. */
  picture?: string
  noIndex?: boolean
  /** JSON-LD facts in the terms of schema.org. */
  facts?: (site: Site) => Record<string, unknown>
  /** Open Graph type; `website` by default. */
  type?: string
}

/** Head of a page: title, canonical link, Open Graph and JSON-LD. */
export function pageMeta(site: Site, page: PageFacts): MetaDescriptor[] {
  const description = page.description || `${page.title}: ${site.name}, ${site.tagline}.`
  const address = site.publicUrl + page.path
  const shared = {
    'og:site_name': site.name,
    'og:type': page.type ?? 'website',
    'og:title': page.title,
    'og:description': description,
    'og:url': address,
    'og:image': site.publicUrl + (page.picture ?? SITE_PICTURE),
    'og:image:width': String(SHARE_PICTURE.width),
    'og:image:height': String(SHARE_PICTURE.height),
    'og:image:alt': page.title,
  }
  return [
    { title: page.windowTitle ?? `${page.title} · ${site.name}` },
    { name: 'description', content: description },
    ...(page.noIndex
      ? [{ name: 'robots', content: 'noindex' }]
      : [
          { tagName: 'link' as const, rel: 'canonical', href: address },
          ...Object.entries(shared).map(([property, content]) => ({ property, content })),
          { name: 'twitter:card', content: 'summary_large_image' },
        ]),
    ...(page.facts ? [{ 'script:ld+json': page.facts(site) }] : []),
  ]
}
