import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Clock } from '#server/ports/clock.ts'
import { forgetWhole, giveBack, takeGuess, type Budget } from './guesses.sql.ts'

/** An attempt that may be made, with what it has cost; or the seconds until the next one. */
export type Admission = { mayTry: true; spent: Budget[] } | { mayTry: false; seconds: number }

const PATIENCE_MS = 20_000
/** Whoever is held up keeps a place among the requests that are worked on: that many can't keep everybody else out. */
const MOST_HELD_UP = 10
const TIDY_AFTER = 500

/** The /48 of an IPv6 network, which one customer's line may bring; the /24 of an IPv4 address. */
const blockOf = (client: string): string =>
  isIPv6(client) ? client.split(':').slice(0, 3).join(':') : client.replace(/\.\d+$/, '')

interface Attempt {
  email: string
  /** The network it comes from. */
  client: string
  /** Of a browser that is known for this email; else null. */
  device: string | null
}

/**
 * Makes guessing at one person's password hopeless, from however many networks, without locking the owner out. A
 * browser from which they signed in before has guesses of its own. All others share those of the account, and each
 * network has a few: one that guesses wrongly five times is out by itself, long before it has used up the account's.
 * So has the provider's block that it lies in, of which a single customer may have many.
 * Are these gone, a network that has not tried yet has a reserve, and the rest is held up for a moment before it is
 * refused, or refused at once where a few are held up already. The right password gives back what it has cost.
 */
export function signInGuard(
  { pool, clock, secret }: { pool: Pool; clock: Clock; secret: string },
  pause: (ms: number) => Promise<unknown> = sleep,
) {
  let attempts = 0
  let heldUp = 0
  // Whose password somebody guesses at is nobody's business who reads the database.
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
    await giveBack(pool, [own])
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
      await giveBack(pool, [network])
      return { mayTry: false, seconds: Math.ceil(around.waitMs / 1000) }
    }
    for (let waited = 0; ;) {
      const there = await take(account)
      if (there.isTaken) return { mayTry: true, spent: [network, block, account] }
      if (around.used === 1 && (await take(reserve)).isTaken) return { mayTry: true, spent: [network, block, reserve] }
      waited += there.waitMs
      if (waited > PATIENCE_MS || heldUp >= MOST_HELD_UP) {
        await giveBack(pool, [network, block])
        return { mayTry: false, seconds: Math.ceil(there.waitMs / 1000) }
      }
      heldUp += 1
      await pause(there.waitMs).finally(() => (heldUp -= 1))
    }
  }

  return {
    /** Whether an attempt may be made; it may take some seconds to say so. The attempt counts until it proves right. */
    async admit(attempt: Attempt): Promise<Admission> {
      attempts += 1
      if (attempts % TIDY_AFTER === 0) await forgetWhole(pool, clock.now())
      return (await fromKnownDevice(attempt)) ?? fromAnywhere(attempt)
    },

    /** The password was right. */
    succeeded: (spent: readonly Budget[]): Promise<void> => giveBack(pool, spent),
  }
}
