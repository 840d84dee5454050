import type { Pool } from 'pg'

/**
 * Lets what changes how a person signs in happen one after another, on all instances together. What is checked at the
 * beginning of such a change then still holds at its end: else a password that somebody is being locked out of could be
 * set again by a request that began a moment before. In this program they line up first, so that many requests for one
 * person keep one connection of `pool`, which must be used for nothing else.
 */
export function oneAtATime(pool: Pool) {
  const last = new Map<string, Promise<unknown>>()

  async function alone<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [`dogear person ${userId}`])
      return await work()
    } finally {
      // The lock ends with the connection's work, whatever happened to it.
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
