/** Numbers and words that both sides must agree on; where they come from the specification, its section is named. */

/** §9: where the browser keeps the club token. */
export const TOKEN_STORAGE_KEY = 'club'
/** §5, §9 */
export const MINIMUM_PASSWORD_LENGTH = 6
export const LONGEST_PASSWORD_LENGTH = 128
/** What we advise. */
export const GOOD_PASSWORD_LENGTH = 12
/** §9: descriptions are cut here, on book cards and on category cards. */
export const BOOK_DESCRIPTION_PREVIEW = 40
export const CATEGORY_DESCRIPTION_PREVIEW = 100
/** §9: how long popups stand, in milliseconds. */
export const POPUP_MS = {
  validationError: 1000,
  accountDeleted: 1000,
  signedIn: 2000,
  signedUp: 2000,
  orderPlaced: 2000,
  productAdded: 2000,
  productError: 2000,
  bookAdvertised: 3000,
  bookDeleted: 1500,
} as const
/** §9: toasts, in milliseconds, and how many may stand at once. */
export const TOAST_MS = { blank: 4000, error: 4000, success: 2000 } as const
export const MOST_TOASTS = 20
/** §9: the identity popup, in pixels. */
export const IDENTITY_POPUP = { width: 500, height: 600 } as const
/** Where the embedded identity provider answers, below API_BASE, and the page on which its popup ends. */
export const IDENTITY_BASE = '/api/identity'
export const IDENTITY_POPUP_END = '/signed-in-popup'
/** §9: the token is renewed this long before it expires. */
export const TOKEN_RENEWAL_LEAD_MS = 5 * 60_000
/** §9: failed reads are repeated, with exponential back-off up to the cap. */
export const QUERY_RETRIES = 3
export const QUERY_RETRY_CAP_MS = 30_000
/** How long before the same mail is sent once more. */
export const MAIL_PAUSE_SECONDS = 60
/** How long an undo is offered after a delete or an advertise. */
export const UNDO_MS = 8000
/** How many items a page of a list has unless asked otherwise, and at most. */
export const PAGE_SIZE = 24
export const MOST_PER_PAGE = 100
/** Books are counted up to here; beyond that a person is told "or more". */
export const MOST_COUNTED = 1000
/** What stands in place of a name once an account is closed. */
export const CLOSED_ACCOUNT = 'Closed account'
/** Unpaid claims a buyer may hold at a time. */
export const MOST_OPEN_CLAIMS = 5
/** Claims that one account may make within 24 hours, whatever becomes of them. */
export const MOST_CLAIMS_A_DAY = 10
/** How long an account whose email address isn't confirmed may hold a copy, at most; it has one at a time. */
export const UNCONFIRMED_HOLD_SECONDS = 2 * 3600
/** How long the other side of a paid order keeps the contacts of an account that was closed, in days. */
export const CLOSED_CONTACTS_DAYS = 180
/** What the id of a book, an order or an account looks like. */
export const ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A copy's condition, the best one first. */
export const CONDITIONS = ['excellent', 'good', 'fair'] as const
/** Pictures of one book. */
export const MOST_BOOK_IMAGES = 8
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024
/** How long an uploaded picture is kept that nothing shows. */
export const UNUSED_IMAGE_MS = 24 * 3600 * 1000
/** Pages of text, each at the address of its name, made of a Markdown file of that name. */
export const PAGE_NAMES = [
  'about',
  'how-buying-works',
  'how-selling-works',
  'contact',
  'terms',
  'privacy',
  'imprint',
] as const
/** §2: the four articles of the blogs, in their order; each one's name is its anchor. */
export const ARTICLE_NAMES = [
  'state-management',
  'prototypal-inheritance',
  'unit-testing',
  'react-vue-angular',
] as const
