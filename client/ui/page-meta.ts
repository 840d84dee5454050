import type { MetaDescriptor } from 'react-router'
import { SHARE_PICTURE, SITE_PICTURE } from '#contract/sharing.ts'
import type { Site } from '#contract/site.ts'

export interface PageFacts {
  /** What the page is about; the shop's name is added where it belongs. */
  title: string
  /** In the window's title instead of the above. */
  windowTitle?: string
  description?: string
  /** On the shop's own origin, without a query: the one address of what is shown. */
  path: string
  /** Its picture where its link is shown, on the shop's own origin. */
  picture?: string
  noIndex?: boolean
  /** What machines may know of it, in the words of schema.org. */
  facts?: (site: Site) => Record<string, unknown>
  /** In the words of the Open Graph; `website` unless it is something else. */
  type?: string
}

/** What stands in the head of a page for those who look for it and for those who show a link to it. */
export function pageMeta(site: Site, page: PageFacts): MetaDescriptor[] {
  const description = page.description || `${site.name}, ${site.tagline}.`
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
