import { href } from '#contract/href.ts'
/** §9: where the browser keeps the club token. */
export const TOKEN_STORAGE_KEY = 'club'
/** §9: the token is renewed this long before it expires. */
export const TOKEN_RENEWAL_LEAD_MS = 5 * 60_000
/** Where the embedded identity provider answers, below API_BASE, and the page on which its popup ends. */
export const IDENTITY_BASE = '/api/identity'
export const IDENTITY_POPUP_END = href('/signed-in-popup')
/** §9: the identity popup, in pixels. */
export const IDENTITY_POPUP = { width: 500, height: 600 } as const
/** §5, §9 */
export const MINIMUM_PASSWORD_LENGTH = 6
export const LONGEST_PASSWORD_LENGTH = 128
/** What we advise. */
export const GOOD_PASSWORD_LENGTH = 12
/** How long a mailed link to sign in works. */
export const SIGN_IN_LINK_MINUTES = 15
/** How long before the same mail is sent once more. */
export const MAIL_PAUSE_SECONDS = 60
