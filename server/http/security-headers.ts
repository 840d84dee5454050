import { IDENTITY_BASE, IDENTITY_POPUP_END } from '#contract/accounts/sign-in.ts'
import type { Site } from '#contract/site.ts'
import type { BrowserOrigins } from '#server/ports/browser-origins.ts'

/** Security headers for every answer, screens and API alike; a content security policy is added below. */
export function securityHeaders(
  site: Pick<Site, 'publicUrl'>,
  origins: readonly BrowserOrigins[],
): Record<string, string> {
  const payment = ['self', ...origins.flatMap(({ payment = [] }) => payment).map((origin) => `"${origin}"`)]
  return {
    // The identity popup must be able to notify its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': `camera=(self), geolocation=(), microphone=(), payment=(${payment.join(' ')})`,
    ...(site.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

const WINDOWS_WAY_BACK = [`${IDENTITY_BASE}/callback/`, IDENTITY_POPUP_END]

/**
 * Cross-Origin-Opener-Policy of an address. The sign-in popup returns to us from another site; a stricter policy would
 * cut it off from the page that opened it, which would see it as closed before it has reported.
 */
export function openerPolicy(address: string): Record<string, string> {
  return WINDOWS_WAY_BACK.some((start) => address.startsWith(start))
    ? { 'cross-origin-opener-policy': 'unsafe-none' }
    : {}
}

/** Content security policy for data: nothing may load or run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Worker file of the barcode reader, as the build names it. */
const BARCODE_WORKER = /barcode-worker-[\w-]+\.js(?:\.(?:br|gz))?$/

/**
 * Content security policy of a built file; undefined where that of data applies. A worker has the policy of its own
 * file, so WebAssembly may run there, and on no page.
 */
export const filePolicy = (file: string): string | undefined =>
  BARCODE_WORKER.test(file)
    ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
    : undefined

/**
 * Content-Security-Policy for screens: our own files, this page's own inline scripts, and what the providers in use
 * need; `also` adds further sources. Hashes instead of nonces: a page stays the same for everyone and can be cached.
 */
export function screenPolicy(
  origins: readonly BrowserOrigins[],
  scriptHashes: readonly string[],
  also: Record<string, readonly string[]> = {},
): string {
  const of = (kind: keyof BrowserOrigins) => origins.flatMap((one) => one[kind] ?? [])
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...of('script')],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...of('img')],
    'connect-src': ["'self'", ...of('connect')],
    'frame-src': ["'self'", ...of('frame')],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [directive, sources] of Object.entries(also)) (policy[directive] ??= []).push(...sources)
  return Object.entries(policy)
    .map((directive) => directive.flat().join(' '))
    .join('; ')
}
