import { readSession } from './identity-requests.ts'
import type { IdentityUser } from '#client/session/identity/identity-port.ts'

type Callback = (user: IdentityUser | null) => void

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * Watches the identity provider's session: always reads it from the server, and notifies other tabs of changes. Sends
 * no request before the first subscriber.
 */
export class SessionWatcher {
  /** Undefined until known. */
  #user: IdentityUser | null | undefined
  /** Number of the latest read; answers of earlier reads are stale. */
  #latest = 0
  #callbacks = new Set<Callback>()
  #tabs: BroadcastChannel | undefined

  get user(): IdentityUser | null {
    return this.#user ?? null
  }

  watch(callback: Callback): () => void {
    this.#callbacks.add(callback)
    this.#otherTabs()
    if (this.#user !== undefined) callback(this.#user)
    else if (this.#latest === 0) void this.#find()
    return () => void this.#callbacks.delete(callback)
  }

  /** Rereads the session after an action, and notifies this tab and the others. */
  async settle(): Promise<IdentityUser | null> {
    const asked = ++this.#latest
    const here = (await readSession())?.user ?? null
    if (asked === this.#latest) this.#announce(here)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, it is our origin's
    this.#otherTabs().postMessage('changed')
    return here
  }

  /** Retries with backoff: an unreachable server signs no user out. */
  async #find(asked = ++this.#latest, pauseMs = FIRST_PAUSE_MS): Promise<void> {
    try {
      const here = (await readSession())?.user ?? null
      if (asked === this.#latest) this.#announce(here)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (asked === this.#latest) await this.#find(asked, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
    }
  }

  #announce(next: IdentityUser | null): void {
    const changed = JSON.stringify(next) !== JSON.stringify(this.#user)
    this.#user = next
    if (changed) for (const callback of this.#callbacks) callback(next)
  }

  #otherTabs(): BroadcastChannel {
    if (!this.#tabs) {
      this.#tabs = new BroadcastChannel('dogear-identity')
      this.#tabs.addEventListener('message', () => void this.#find())
    }
    return this.#tabs
  }
}
