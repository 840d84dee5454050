import type { Pool } from 'pg'

/**
 * Lets what changes how a person signs in happen one after another, on all instances together. What is checked at the
 * beginning of such a change then still holds at its end: else a password that somebody is being locked out of could be
 * set again by a request that began a moment before. In this program they line up first, so that many requests for one
 * person keep one connection of `pool`, which must be used for nothing else.
 */
export function oneAtATime(pool: Pool) {
  const last = new Map<string, Promise<unknown>>()

  async function alone<Result>(personId: string, work: () => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [`dogear person ${personId}`])
      return await work()
    } finally {
      // The lock ends with the connection's work, whatever happened to it.
      await client.query('SELECT pg_advisory_unlock_all()').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    }
  }

  return async <Result>(personId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(personId) ?? Promise.resolve()
    const mine = before.then(
      () => alone(personId, work),
      () => alone(personId, work),
    )
    last.set(personId, mine)
    try {
      return await mine
    } finally {
      if (last.get(personId) === mine) last.delete(personId)
    }
  }
}

export type OneAtATime = ReturnType<typeof oneAtATime>
