import { expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { sampleSite } from '#tests/kit/shop/sample-site.ts'
import { pageMeta } from './page-meta.ts'
import { titled } from './site.ts'

const site: Site = {
  ...sampleSite,
  catalogue: 'open',
  holdSeconds: 3600,
}

test('a page tells those who look for it what it is, by the shop’s own address', () => {
  expect(pageMeta(site, { title: 'Blogs', description: 'Four articles.', path: '/blogs' })).toEqual([
    { title: 'Blogs · Dogear' },
    { name: 'description', content: 'Four articles.' },
    { tagName: 'link', rel: 'canonical', href: 'https://books.example.org/blogs' },
    { property: 'og:site_name', content: 'Dogear' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: 'Blogs' },
    { property: 'og:description', content: 'Four articles.' },
    { property: 'og:url', content: 'https://books.example.org/blogs' },
    { property: 'og:image', content: 'https://books.example.org/share/site.png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Blogs' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ])
})

test('what is not to be found has no address to be found at', () => {
  expect(pageMeta(site, { title: 'Login', path: '/login', noIndex: true })).toEqual([
    { title: 'Login · Dogear' },
    { name: 'description', content: 'Login: Dogear, a club.' },
    { name: 'robots', content: 'noindex' },
  ])
})

test('a screen’s address is the one it was found at, without a slash at its end; others are not to be found', () => {
  const at = (pathname: string, id = 'blogs') =>
    titled('Blogs')({
      matches: [
        { id: 'root', pathname: '/', loaderData: { site, frame: { found: ['blogs'] } } },
        { id, pathname },
      ],
    })
  const canonical = (pathname: string) => JSON.stringify(at(pathname)).match(/"canonical","href":"([^"]*)"/)?.[1]
  expect(['/', '/blogs', '/blogs/'].map(canonical)).toEqual([
    'https://books.example.org/',
    'https://books.example.org/blogs',
    'https://books.example.org/blogs',
  ])
  expect(JSON.stringify(at('/blogs', 'cellar'))).toContain('"robots","content":"noindex"')
})
