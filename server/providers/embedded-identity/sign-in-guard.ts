import type { Clock } from '#server/ports/clock.ts'
import { Attempts, type Limit } from './attempts.ts'

const failuresPerAccount: Limit = { max: 20, seconds: 15 * 60 }
const rememberedFor: Limit = { max: 1, seconds: 30 * 24 * 3600 }

/**
 * Slows down guessing at one person's password from many addresses. It stays soft: a client that signed in to this
 * account before is never held up, so that a stranger's guesses don't lock the owner out.
 */
export class SignInGuard {
  readonly #failures: Attempts
  readonly #knownClients: Attempts

  constructor(clock: Clock) {
    this.#failures = new Attempts(clock)
    this.#knownClients = new Attempts(clock)
  }

  /** Null when the attempt may be made, else the seconds to wait. The attempt counts until it proves right. */
  attempt(email: string, client: string): number | null {
    if (this.#knownClients.has(pair(email, client))) return null
    return this.#failures.take(email, failuresPerAccount)
  }

  /** The password was right: the count starts anew, and this client is known from now on. */
  succeeded(email: string, client: string): void {
    this.#failures.forget(email)
    this.#knownClients.forget(pair(email, client))
    this.#knownClients.take(pair(email, client), rememberedFor)
  }
}

const pair = (email: string, client: string) => `${email}\n${client}`
