import { IDENTITY_BASE, IDENTITY_POPUP_END } from '#contract/accounts/sign-in.ts'
import type { Site } from '#contract/site.ts'

/** Headers for every answer, screens and API alike. The policies below come on top. */
export function securityHeaders(site: Site): Record<string, string> {
  return {
    // The identity popup must be able to tell its opener that it is done.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    ...(site.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

const WINDOWS_WAY_BACK = [`${IDENTITY_BASE}/callback/`, IDENTITY_POPUP_END]

/**
 * The opener's policy at an address. The window of a sign-in comes back to us from elsewhere; by a policy it would be
 * cut off from the page that opened it, and look closed there before it has reported.
 */
export function openerPolicy(address: string): Record<string, string> {
  return WINDOWS_WAY_BACK.some((start) => address.startsWith(start))
    ? { 'cross-origin-opener-policy': 'unsafe-none' }
    : {}
}

/** For answers that are data: nothing in them may load or run anything. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The reader of barcodes, as the build names it. */
const BARCODE_WORKER = /barcode-worker-[\w-]+\.js(?:\.(?:br|gz))?$/

/**
 * The policy of a file that is served as it was built; undefined where that of data does. A worker has the policy that
 * came with its own file, so WebAssembly may run there, and on no page.
 */
export const filePolicy = (file: string): string | undefined =>
  BARCODE_WORKER.test(file)
    ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
    : undefined

/** Stripe.js opens frames of changing names below its own, which load scripts from there, by Stripe's security guide. */
const STRIPES_OWN = ['https://js.stripe.com', 'https://*.js.stripe.com']
const STRIPES_SOURCES: Record<string, readonly string[]> = {
  'script-src': STRIPES_OWN,
  'connect-src': ['https://api.stripe.com'],
  'frame-src': [...STRIPES_OWN, 'https://hooks.stripe.com'],
}

/**
 * For screens: our own files, the inline scripts that we wrote into this very page, and the card provider where it is
 * in use; `also` names further sources. By hashes instead of nonces: a page stays the same for everyone and can be kept.
 */
export function screenPolicy(
  site: Pick<Site, 'cards'>,
  scriptHashes: readonly string[],
  also: Record<string, readonly string[]> = {},
): string {
  const provider = site.cards.mode === 'stripe' ? STRIPES_SOURCES : {}
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [directive, sources] of [provider, also].flatMap(Object.entries<readonly string[]>))
    (policy[directive] ??= []).push(...sources)
  return Object.entries(policy)
    .map((directive) => directive.flat().join(' '))
    .join('; ')
}
