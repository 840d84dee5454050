import { href } from '#contract/href.ts'

const HERE = 'http://here'

/** A path of ours to return to, made from what an address or a state says; '/' for anything else. */
export function safePath(text: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex -- browsers drop them, which would make another address of the rest
  if (!text?.startsWith('/') || /[\\\u0000-\u001f]/.test(text)) return '/'
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** The login screen's address, remembering where somebody wanted to go. */
export function loginAddress(origin: string): string {
  const path = safePath(origin)
  return href('/login') + (path === '/' ? '' : `?from=${encodeURIComponent(path)}`)
}

/**
 * What the login screen finds in the router's state: why somebody is there who did not ask for it, else empty. It
 * outlives a reload. `isRefused`: they are signed in, but not as somebody for whom the remembered page is.
 */
export interface LoginState {
  reason: string
  isRefused?: boolean
}
