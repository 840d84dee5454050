import { toast } from '#client/ui/notice-store.ts'
import { currentSession, subscribeToSession } from '#client/session/session.ts'
import { browserFull, inBrowser, keepInBrowser } from './in-browser.ts'

// What talks to the server brings schemas along, which nobody needs who only reads.
const loadAccount = () => import('./in-account.ts')

/** The favourites of who is here, as far as known: this browser's or an account's. */
let kept: ReadonlySet<string> = new Set()
/** What was pressed and the server has yet to confirm, by book. */
const pressed = new Map<string, boolean>()
/** How often was pressed: an answer that was on its way meanwhile may not know of it. */
let presses = 0
/** Whose they are; null for a visitor. Undefined as long as nobody has asked. */
let ownerId: string | null | undefined
const listeners = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  kept = next
  for (const listener of listeners) listener()
}

export const isFavourite = (bookId: string): boolean => pressed.get(bookId) ?? kept.has(bookId)

/** Follows the session from the first heart on: one reading for all hearts of a page. */
export function subscribeToFavourites(listener: () => void): () => void {
  listeners.add(listener)
  if (ownerId === undefined) follow()
  return () => listeners.delete(listener)
}

function follow(): void {
  ownerId = null
  settle()
  subscribeToSession(settle)
  // Another tab of this browser.
  window.addEventListener('storage', () => ownerId === null && change(new Set(inBrowser())))
}

function settle(): void {
  const session = currentSession()
  if (session.state === 'loading') return
  const owner = session.state === 'signed-in' ? session.account.id : null
  if (owner !== null && owner === ownerId) return
  ownerId = owner
  pressed.clear()
  change(new Set(inBrowser()))
  if (owner !== null) void readAccount(owner)
}

/** What this browser kept moves into the account, and what the account has is shown. */
async function readAccount(owner: string): Promise<void> {
  try {
    const { readFavourites } = await loadAccount()
    for (let seen: number | undefined; seen !== presses;) {
      seen = presses
      const ids = await readFavourites(inBrowser())
      if (ownerId !== owner) return
      keepInBrowser([])
      change(new Set(ids))
    }
  } catch {
    // Hearts stay as this browser knows them; what is pressed is sent all the same.
    window.addEventListener('online', () => ownerId === owner && void readAccount(owner), { once: true })
  }
}

/** Makes a book a favourite, or none any more: at once, and back with a word where that can't be kept. */
export function toggleFavourite(bookId: string): void {
  const wanted = !isFavourite(bookId)
  if (ownerId === null || ownerId === undefined) return toggleInBrowser(bookId, wanted)
  const isOnItsWay = pressed.has(bookId)
  pressed.set(bookId, wanted)
  presses += 1
  change(kept)
  if (!isOnItsWay) void send(bookId, ownerId)
}

/** Until the server has the latest press: one request at a time for each book. */
async function send(bookId: string, owner: string): Promise<void> {
  const isStill = () => ownerId === owner
  try {
    const { sendFavourite } = await loadAccount()
    for (let sent: boolean | undefined; isStill() && sent !== pressed.get(bookId);) {
      sent = pressed.get(bookId)!
      await sendFavourite(bookId, sent)
      if (isStill()) kept = withBook(bookId, sent)
    }
  } catch (error) {
    if (isStill()) toast(error instanceof Error ? error.message : 'That didn’t work. Please try again.', 'error')
  }
  if (!isStill()) return
  pressed.delete(bookId)
  change(kept)
}

const withBook = (bookId: string, isKept: boolean): ReadonlySet<string> => {
  const others = [...kept].filter((id) => id !== bookId)
  return new Set(isKept ? [bookId, ...others] : others)
}

function toggleInBrowser(bookId: string, wanted: boolean): void {
  if (wanted && browserFull()) {
    toast('That’s as many favourites as we keep in a browser. Sign in to keep more.', 'error')
    return
  }
  // While it isn't known who is here, it moves into the account as soon as it is.
  if (wanted && inBrowser().length === 0 && currentSession().state === 'signed-out')
    toast('Kept in this browser. Sign in to have your favourites everywhere.')
  change(withBook(bookId, wanted))
  keepInBrowser([...kept])
}
