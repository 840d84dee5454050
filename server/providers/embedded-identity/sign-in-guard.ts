import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Clock } from '#server/ports/clock.ts'
import { deleteFullBudgets, returnGuesses, takeGuess, type Budget } from './guesses.sql.ts'

/** An admitted attempt with the guesses it took; or the seconds until the next one. */
export type Admission = { mayTry: true; spent: Budget[] } | { mayTry: false; seconds: number }

const PATIENCE_MS = 20_000
/** Limit of delayed attempts: each occupies a place among the requests in progress. */
const MOST_HELD_UP = 10
const TIDY_AFTER = 500

/** Network block: the /48 of an IPv6 address, which one customer may have, or the /24 of an IPv4 address. */
const blockOf = (client: string): string =>
  isIPv6(client) ? client.split(':').slice(0, 3).join(':') : client.replace(/\.\d+$/, '')

interface Attempt {
  email: string
  /** Client network of the attempt. */
  client: string
  /** Device known for this email; else null. */
  device: string | null
}

/**
 * Stops password guessing against an account from any number of networks, without locking its owner out. A known device
 * has guesses of its own. All others share the account's, and each network has a few: five wrong guesses lock a network
 * out, long before it has used up the account's; so does the block it lies in, of which a single customer may have many
 * networks. Once those are gone, a network that has not tried yet draws on a reserve; other attempts are delayed before
 * they are refused, or refused at once where a few are delayed already. The right password returns its guesses.
 */
export function signInGuard(
  { pool, clock, secret }: { pool: Pool; clock: Clock; secret: string },
  pause: (ms: number) => Promise<unknown> = sleep,
) {
  let attempts = 0
  let heldUp = 0
  // Hashed: a reader of the database shouldn't learn whose password is being guessed.
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(`guesses\n${parts.join('\n')}`)
      .digest('hex')
  const take = (budget: Budget) => takeGuess(pool, budget, clock.now())

  async function fromKnownDevice({ email, device }: Attempt): Promise<Admission | null> {
    if (device === null) return null
    const own = { key: keyOf('device', email, device), burst: 20, everySeconds: 45 }
    const ofAll = { key: keyOf('devices', email), burst: 60, everySeconds: 15 }
    if (!(await take(own)).isTaken) return null
    if ((await take(ofAll)).isTaken) return { mayTry: true, spent: [own, ofAll] }
    await returnGuesses(pool, [own])
    return null
  }

  async function fromAnywhere({ email, client }: Attempt): Promise<Admission> {
    const network = { key: keyOf('network', email, client), burst: 5, everySeconds: 180 }
    const account = { key: keyOf('account', email), burst: 20, everySeconds: 45 }
    const reserve = { key: keyOf('reserve', email), burst: 10, everySeconds: 90 }
    const block = { key: keyOf('block', email, blockOf(client)), burst: 10, everySeconds: 90 }
    const here = await take(network)
    if (!here.isTaken) return { mayTry: false, seconds: Math.ceil(here.waitMs / 1000) }
    const around = await take(block)
    if (!around.isTaken) {
      await returnGuesses(pool, [network])
      return { mayTry: false, seconds: Math.ceil(around.waitMs / 1000) }
    }
    for (let waited = 0; ;) {
      const there = await take(account)
      if (there.isTaken) return { mayTry: true, spent: [network, block, account] }
      if (around.used === 1 && (await take(reserve)).isTaken) return { mayTry: true, spent: [network, block, reserve] }
      waited += there.waitMs
      if (waited > PATIENCE_MS || heldUp >= MOST_HELD_UP) {
        await returnGuesses(pool, [network, block])
        return { mayTry: false, seconds: Math.ceil(there.waitMs / 1000) }
      }
      heldUp += 1
      await pause(there.waitMs).finally(() => (heldUp -= 1))
    }
  }

  return {
    /** Admits or refuses an attempt, after up to some seconds. It counts until it proves right. */
    async admit(attempt: Attempt): Promise<Admission> {
      attempts += 1
      if (attempts % TIDY_AFTER === 0) await deleteFullBudgets(pool, clock.now())
      return (await fromKnownDevice(attempt)) ?? fromAnywhere(attempt)
    },

    /** Returns the guesses after the right password. */
    succeeded: (spent: readonly Budget[]): Promise<void> => returnGuesses(pool, spent),
  }
}
