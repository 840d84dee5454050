import { expect } from 'vitest'
import type { Browser, IdentityServer } from './identity-server.ts'

type Shop = Pick<IdentityServer, 'port'>

export const paths = { callbackURL: '/signed-in-popup', errorCallbackURL: '/signed-in-popup' }

/** Follows redirects to a page, or to the shop's own pages. */
export async function follow(
  { port }: Shop,
  browser: Browser,
  from: string | URL,
): Promise<{ url: URL; html: string }> {
  let url = new URL(from)
  for (let hops = 0; hops < 12; hops++) {
    const response = await browser.visit(url.href)
    const next = response.headers.get('location')
    if (!next) return { url, html: await response.text() }
    url = new URL(next, url)
    if (url.port === String(port) && !url.pathname.startsWith('/api/')) return { url, html: '' }
  }
  throw new Error('too many redirects')
}

/** Presses a button on a page of the stand-in. */
export async function press(
  shop: Shop,
  browser: Browser,
  page: { url: URL; html: string },
  action: string,
  form: Record<string, string> = {},
) {
  expect(page.html).toContain(`/${action}"`)
  const response = await browser.visit(`${page.url.href}/${action}`, form)
  return follow(shop, browser, new URL(response.headers.get('location') ?? '', page.url))
}

/** Opens the account chooser of the stand-in for a provider. */
export async function openChooser(shop: Shop, provider: string, browser: Browser) {
  const { status, json } = await browser.send('POST', 'sign-in/social', { provider, ...paths })
  expect(status).toBe(200)
  const page = await follow(shop, browser, json.url ?? '')
  expect(page.html).toMatch(/Local stand-in for (.+) — no real \1 account is used\./)
  return { page, authorization: new URL(json.url ?? '') }
}

/** Signs in at the stand-in for a provider; resolves to the page at which that ends. */
export async function signInAt(
  shop: Shop,
  provider: string,
  browser: Browser,
  person: { email: string; name: string },
): Promise<{ url: URL; html: string }> {
  const { page } = await openChooser(shop, provider, browser)
  const consent = await press(shop, browser, page, 'choose', person)
  expect(consent.html).toContain(person.email)
  return press(shop, browser, consent, 'allow')
}
