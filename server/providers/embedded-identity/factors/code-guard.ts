import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/ports/clock.ts'
import { returnGuesses, takeGuess, type Budget } from '../guesses.sql.ts'

type Attempt = { userId: string; client: string; device: string | null }
type Admission = { mayTry: true; spent: Budget[] } | { mayTry: false; seconds: number }

/**
 * Stops guessing of codes, from any number of networks. Who may guess knows the password already, so an account has few
 * guesses: about 300 a day of a million codes. A browser from which the person signed in before has its own, so that
 * nobody else can use up the owner's. The right code returns its guess.
 */
export function codeGuard({ pool, clock, secret }: { pool: Pool; clock: Clock; secret: string }) {
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(`codes\n${parts.join('\n')}`)
      .digest('hex')

  const budgetsOf = ({ userId, client, device }: Attempt): Budget[] =>
    device === null
      ? [
          { key: keyOf('network', userId, client), burst: 5, everySeconds: 300 },
          { key: keyOf('account', userId), burst: 10, everySeconds: 300 },
        ]
      : [{ key: keyOf('device', userId, device), burst: 10, everySeconds: 300 }]

  return {
    async admit(attempt: Attempt): Promise<Admission> {
      const spent: Budget[] = []
      for (const budget of budgetsOf(attempt)) {
        const taken = await takeGuess(pool, budget, clock.now())
        if (!taken.isTaken) {
          await returnGuesses(pool, spent)
          return { mayTry: false, seconds: Math.ceil(taken.waitMs / 1000) }
        }
        spent.push(budget)
      }
      return { mayTry: true, spent }
    },
    succeeded: (spent: readonly Budget[]): Promise<void> => returnGuesses(pool, spent),
  }
}
