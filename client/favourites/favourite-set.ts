import { toast } from '#client/ui/notice-store.ts'
import { currentSession, subscribeToSession } from '#client/session/session.ts'
import { isStorageFull, storedFavourites, saveFavourites } from './stored-favourites.ts'

// Code splitting: the calls bring schemas along, which visitors who only read don't need.
const loadAccount = () => import('./account-favourites.ts')

/** Current favourites: of the account, or of this browser. */
let favourites: ReadonlySet<string> = new Set()
/** Optimistic updates that the server has yet to confirm, by book. */
const pending = new Map<string, boolean>()
/** Counts presses, to detect a read whose answer is older than the latest press. */
let presses = 0
/** Account id of the owner; null for a visitor, undefined until first used. */
let ownerId: string | null | undefined
const listeners = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  favourites = next
  for (const listener of listeners) listener()
}

export const isFavourite = (bookId: string): boolean => pending.get(bookId) ?? favourites.has(bookId)

/** Subscribes a heart; the first one starts to follow the session, with one read for all hearts of a page. */
export function subscribeToFavourites(listener: () => void): () => void {
  listeners.add(listener)
  if (ownerId === undefined) follow()
  return () => listeners.delete(listener)
}

function follow(): void {
  ownerId = null
  settle()
  subscribeToSession(settle)
  // Storage events come from other tabs of this browser.
  window.addEventListener('storage', () => ownerId === null && change(new Set(storedFavourites())))
}

function settle(): void {
  const session = currentSession()
  if (session.state === 'loading') return
  const owner = session.state === 'signed-in' ? session.account.id : null
  if (owner !== null && owner === ownerId) return
  ownerId = owner
  pending.clear()
  change(new Set(storedFavourites()))
  if (owner !== null) void readAccount(owner)
}

/** Merges this browser's favourites into the account, then shows the account's. */
async function readAccount(owner: string): Promise<void> {
  try {
    const { readFavourites } = await loadAccount()
    for (let seen: number | undefined; seen !== presses;) {
      seen = presses
      const ids = await readFavourites(storedFavourites())
      if (ownerId !== owner) return
      saveFavourites([])
      change(new Set(ids))
    }
  } catch {
    // Failed read: show this browser's favourites and retry when online. Presses are sent all the same.
    window.addEventListener('online', () => ownerId === owner && void readAccount(owner), { once: true })
  }
}

/** Toggles a favourite with an optimistic update; a failure reverts it with a toast. */
export function toggleFavourite(bookId: string): void {
  const wanted = !isFavourite(bookId)
  if (ownerId === null || ownerId === undefined) return toggleInBrowser(bookId, wanted)
  const isInFlight = pending.has(bookId)
  pending.set(bookId, wanted)
  presses += 1
  change(favourites)
  if (!isInFlight) void send(bookId, ownerId)
}

/** Sends until the server has the latest press, with one request in flight per book. */
async function send(bookId: string, owner: string): Promise<void> {
  const isStill = () => ownerId === owner
  try {
    const { sendFavourite } = await loadAccount()
    for (let sent: boolean | undefined; isStill() && sent !== pending.get(bookId);) {
      sent = pending.get(bookId)!
      await sendFavourite(bookId, sent)
      if (isStill()) favourites = withBook(bookId, sent)
    }
  } catch (error) {
    if (isStill()) toast(error instanceof Error ? error.message : 'That didn’t work. Please try again.', 'error')
  }
  if (!isStill()) return
  pending.delete(bookId)
  change(favourites)
}

const withBook = (bookId: string, isIn: boolean): ReadonlySet<string> => {
  const others = [...favourites].filter((id) => id !== bookId)
  return new Set(isIn ? [bookId, ...others] : others)
}

function toggleInBrowser(bookId: string, wanted: boolean): void {
  if (wanted && isStorageFull()) {
    toast('This browser can’t hold more favourites. Sign in to save more.', 'error')
    return
  }
  // While the session is loading, say nothing: favourites move into the account at sign-in.
  if (wanted && storedFavourites().length === 0 && currentSession().state === 'signed-out')
    toast('Saved in this browser. Sign in to see your favourites everywhere.')
  change(withBook(bookId, wanted))
  saveFavourites([...favourites])
}
