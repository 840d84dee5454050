import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { Site } from '#contract/site.ts'
import { sampleSite } from '#tests/kit/shop/sample-site.ts'
import type { ContentPages } from '#contract/content-pages.ts'
import { stripeOrigins } from '#server/providers/stripe/stripe-origins.ts'
import { builtScreens } from './built-screens.ts'
import { screenPolicy, securityHeaders } from './security-headers.ts'
import { serveScreens } from './serve-screens.ts'

const site: Site = {
  ...sampleSite,
  cards: { mode: 'simulator', methods: 'card', publishableKey: '', apiBase: '' },
}
const SCRIPT = "document.title = 'x'"
/** A page with injected scripts beside ours: in its text, and out of a script of ours. */
const PLANTED = `<script>planted()</script><script nonce="guessed">planted()</script>
  <link rel="modulepreload" nonce="MARK" href="/a.js"/><script nonce="MARK" src="/a.js"></script>
  <script nonce="MARK">say("</script><script>planted()</script><script type="module" nonce="MARK">${SCRIPT}</script>
  <SCRIPT>planted()</SCRIPT><p nonce="MARK">planted()</script>`
const BUILT = `
export const entry = { module: { createScreenHandler: () => async (request, { site, requestId, scriptMark }) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/' } })
  if (pathname === '/address') return new Response(request.url, { headers: { 'content-type': 'text/plain' } })
  if (pathname === '/number') return new Response(requestId, { headers: { 'content-type': 'text/plain' } })
  if (pathname === '/data') return new Response('[1]', { headers: { 'content-type': 'text/x-script' } })
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  if (request.method === 'HEAD') return new Response(null, { headers })
  if (pathname === '/planted') return new Response(${JSON.stringify(PLANTED)}.replaceAll('MARK', scriptMark), { headers })
  const html = '<h1>' + site.name + '</h1><script nonce="' + scriptMark + '" type="module">' + ${JSON.stringify(SCRIPT)} + '</script><script src="/a.js"></script>'
  return new Response(html, { status: pathname === '/' ? 200 : 404, headers })
} } }`

const folder = await aFolder()
await mkdir(path.join(folder, 'server'))
await mkdir(path.join(folder, 'client', 'assets'), { recursive: true })
await writeFile(path.join(folder, 'current'), '.')
await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
await writeFile(path.join(folder, 'server', 'index.js'), BUILT)
await writeFile(path.join(folder, 'client', 'favicon.svg'), '<svg/>')
await writeFile(path.join(folder, 'client', 'assets', 'a-1.js'), 'let a')
await writeFile(path.join(folder, 'client', 'assets', 'a-1.js.gz'), gzipSync('let a'))
const app = Fastify()
await app.register(serveScreens, {
  screens: await builtScreens(folder),
  site,
  origins: [],
  reads: {} as CatalogueReads,
  metrics: { rendered: () => {} },
  settings: { refreshIfStale: () => null },
  content: () => ({}) as ContentPages,
})

afterAll(() => app.close())

test('a screen is rendered, with a policy that allows its own inline scripts and no other', async () => {
  const page = await app.inject('/')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<h1>Dogear</h1>')
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toContain('unsafe')
  expect(page.headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'cache-control': 'no-cache',
  })
})

test('a script that got into the page by mistake is not approved, and pages tell no mark', async () => {
  const page = await app.inject('/planted')
  const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('say("')}' 'sha256-${hashOf(SCRIPT)}';`)
  expect(policy).not.toContain(hashOf('planted()'))
  expect(page.body).toContain(`<script type="module">${SCRIPT}</script>`)
  expect(page.body.match(/nonce/g)).toEqual(['nonce'])
  expect((await app.inject('/planted')).body).toBe(page.body)
})

test('a screen’s address is the shop’s own, whatever the request calls it', async () => {
  for (const host of ['evil.example', '[', '', 'a b@c:99999999', '%00']) {
    const page = await app.inject({ url: '/address', headers: { host } })
    expect([page.statusCode, page.body]).toEqual([200, 'https://books.example.org/address'])
  }
})

test('a screen knows the number of its request', async () => {
  expect((await app.inject('/number')).body).toMatch(/^req-\w+$/)
})

test('an unknown address keeps its status', async () => {
  expect((await app.inject('/nowhere')).statusCode).toBe(404)
})

test('HEAD and redirects have no body and don’t fail for it', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const moved = await app.inject('/moved')
  expect([moved.statusCode, moved.headers.location, moved.body]).toEqual([302, '/', ''])
})

test('data of a screen goes through as it is', async () => {
  const data = await app.inject('/data')
  expect([data.headers['content-type'], data.body]).toEqual(['text/x-script', '[1]'])
})

test('built files are cached as immutable and sent precompressed; others are revalidated', async () => {
  const script = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip' } })
  expect(script.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(script.rawPayload).toEqual(gzipSync('let a'))
  expect((await app.inject('/assets/a-1.js')).body).toBe('let a')
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
})

/** Sources of each directive of a content security policy. */
const sourcesOf = (policy: string): Record<string, string[]> =>
  Object.fromEntries(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))

test('the card provider’s scripts and frames are allowed as it publishes them, and only where it is in use', () => {
  const published = JSON.parse(readFileSync('tests/kit/published/stripe-sources.json', 'utf8')) as {
    directives: Record<string, string[]>
    notOurs: Record<string, string>
  }
  const [without, withCards] = [[], [stripeOrigins]].map((origins) => sourcesOf(screenPolicy(origins, [])))
  const added = Object.fromEntries(
    Object.entries(withCards!).map(([name, sources]) => [
      name,
      sources.filter((one) => !without![name]!.includes(one)),
    ]),
  )
  const wanted = Object.entries(published.directives).map(
    ([name, sources]) => [name, sources.filter((one) => !(one in published.notOurs))] as const,
  )
  for (const [name, sources] of wanted) expect([name, added[name]!.toSorted()]).toEqual([name, sources.toSorted()])
  const others = Object.keys(added).filter((name) => !(name in published.directives))
  expect(others.flatMap((name) => added[name])).toEqual([])
  expect(screenPolicy([], [])).not.toContain('stripe')
})

test('what providers need in a browser is allowed for each of them, and nothing without them', () => {
  const some = { script: ['https://a.example'], img: ['http://pictures.example:3900'], payment: ['https://a.example'] }
  const others = { script: ['https://b.example'], connect: ['https://b.example'], frame: ['https://c.example'] }
  const bare = sourcesOf(screenPolicy([], ["'sha256-x'"]))
  expect(sourcesOf(screenPolicy([some, others], ["'sha256-x'"]))).toEqual({
    ...bare,
    'script-src': [...bare['script-src']!, 'https://a.example', 'https://b.example'],
    'img-src': [...bare['img-src']!, 'http://pictures.example:3900'],
    'connect-src': [...bare['connect-src']!, 'https://b.example'],
    'frame-src': [...bare['frame-src']!, 'https://c.example'],
  })
  expect(Object.values(bare).flat().join(' ')).not.toContain('example')
  const permissions = [[], [some, others]].map((origins) => securityHeaders(site, origins)['permissions-policy'])
  expect(permissions.map((one) => /payment=\(.*\)/.exec(one!)?.[0])).toEqual([
    'payment=(self)',
    'payment=(self "https://a.example")',
  ])
})
