import type { Pool } from 'pg'

/**
 * Serializes changes of a person's sign-in methods on all instances, by an advisory lock, so that what a change checks
 * first still holds at its end: else a request from a moment before could restore a password that is being revoked.
 * Within this process they queue first, so that many requests for one person take one connection of `pool`, which must
 * serve nothing else.
 */
export function oneAtATime(pool: Pool) {
  const last = new Map<string, Promise<unknown>>()

  async function alone<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [`dogear person ${userId}`])
      return await work()
    } finally {
      // Releases the advisory lock whatever happened.
      await client.query('SELECT pg_advisory_unlock_all()').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    }
  }

  return async <Result>(userId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(userId) ?? Promise.resolve()
    const mine = before.then(
      () => alone(userId, work),
      () => alone(userId, work),
    )
    last.set(userId, mine)
    try {
      return await mine
    } finally {
      if (last.get(userId) === mine) last.delete(userId)
    }
  }
}

export type OneAtATime = ReturnType<typeof oneAtATime>
