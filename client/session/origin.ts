import { href } from '#contract/href.ts'

const HERE = 'http://here'

/** Sanitizes a return path: same origin only; '/' for anything else. */
export function safePath(text: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex -- browsers drop them, which would make another address of the rest
  if (!text?.startsWith('/') || /[\\\u0000-\u001f]/.test(text)) return '/'
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** Address of the login screen with the page to return to. */
export function loginAddress(origin: string): string {
  const path = safePath(origin)
  return href('/login') + (path === '/' ? '' : `?from=${encodeURIComponent(path)}`)
}

const SELLING = /^\/dashboard\/(?:add-product|bring-list|my-products|my-buyers|statement)\b/
const BUYING = /^\/(?:buy\/|dashboard\/my-orders\b)/

/** The role that a return path tells of a new member; null where it tells none. */
export function roleByOrigin(origin: string): 'buyer' | 'seller' | null {
  if (SELLING.test(origin)) return 'seller'
  return BUYING.test(origin) ? 'buyer' : null
}

const ASKING = /^\/dashboard\/messages\/new\?book=([\da-f-]{36})$/

/** The book about which a return path leads to a question; null for other paths. */
export const bookAskedAbout = (origin: string): string | null => ASKING.exec(origin)?.[1] ?? null

/** Address of the sign-up, where the question to a book's seller can be written along. */
export const askingAddress = (bookId: string): string =>
  `${href('/register')}?from=${encodeURIComponent(`${href('/dashboard/messages/:conversationId', 'new')}?book=${bookId}`)}`

/**
 * History state of the login screen: the reason for a forced sign-out or refusal, else empty; survives a reload.
 * `isRefused`: signed in, but without the role for the page. `isSecondStep`: the first step of the sign-in is passed.
 */
export interface LoginState {
  reason: string
  isRefused?: boolean
  isSecondStep?: boolean
}
