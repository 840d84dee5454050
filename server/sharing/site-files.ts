import { href } from '#contract/href.ts'
import { HEAD_COLOUR, PAPER_COLOUR } from '#contract/sharing.ts'
import { screens } from '#contract/screens.ts'
import type { Site } from '#contract/site.ts'
import { xmlText, XML_HEAD } from './xml.ts'

const icon = (size: number, name: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest: name and icons of an installed shop. */
export function webManifest({ name, tagline }: Site): string {
  return JSON.stringify({
    id: '/',
    name,
    short_name: shortened(name),
    description: `${name}, ${tagline}.`,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: HEAD_COLOUR.light,
    background_color: PAPER_COLOUR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, '192', 'any'),
      icon(512, '512', 'any'),
      icon(512, 'maskable-512', 'maskable'),
    ],
  })
}

/** Short name for an icon: as many whole words as fit. */
function shortened(name: string, most = 12): string {
  if (name.length <= most) return name
  const cut = name.slice(0, most + 1)
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : name.slice(0, most)
}

/** Folders of members' screens, which robots.txt closes. */
const closedFolders = new Set(
  screens
    .filter(({ access }) => !['public', 'search', 'catalogue', 'anyone'].includes(access))
    .map(({ path }) => `/${path.split('/')[0]}`),
)

/** robots.txt for crawlers. Pages that should not be indexed say so themselves. */
export function robotsText({ publicUrl }: Site): string {
  const disallowed = ['/api/', ...closedFolders].map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${disallowed.join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** OpenSearch description: search from the browser's address bar. */
export function openSearch({ name, tagline, publicUrl }: Site): string {
  return `${XML_HEAD}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${xmlText(shortened(name, 16))}</ShortName>
<LongName>${xmlText(shortened(name, 48))}</LongName>
<Description>${xmlText(`Find a book at ${name}, ${tagline}.`)}</Description>
<Url type="text/html" template="${xmlText(publicUrl)}${href('/search')}?q={searchTerms}"/>
<Url type="application/atom+xml" rel="results" template="${xmlText(publicUrl)}/search.atom?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${xmlText(publicUrl)}/opensearch.xml"/>
<Image width="32" height="32" type="image/x-icon">${xmlText(publicUrl)}/favicon.ico</Image>
<InputEncoding>UTF-8</InputEncoding>
</OpenSearchDescription>
`
}
