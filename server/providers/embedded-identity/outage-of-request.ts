import { AsyncLocalStorage } from 'node:async_hooks'
import { databaseTrouble } from '#server/database/trouble.ts'

const request = new AsyncLocalStorage<{ outage: Error | null }>()

/** Remembers for the request under way that the database failed it; false where the error is something else. */
export function noteOutage(error: unknown): boolean {
  const note = request.getStore()
  if (!note || !(error instanceof Error) || !databaseTrouble(error)) return false
  note.outage = error
  return true
}

/**
 * Better-auth answers 500 whatever went wrong, and drops the cause in several places. Where the database was in
 * trouble meanwhile, this rejects with that, so that the route can say so and the log hears of it once.
 */
export async function rejectOnOutage(answer: () => Promise<Response>): Promise<Response> {
  const note: { outage: Error | null } = { outage: null }
  const response = await request.run(note, answer)
  if (response.status >= 500 && note.outage) throw note.outage
  return response
}
