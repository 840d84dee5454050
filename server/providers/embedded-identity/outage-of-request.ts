import { AsyncLocalStorage } from 'node:async_hooks'
import { databaseTrouble } from '#server/database/trouble.ts'

interface Note {
  outage: Error | null
  /** Of the mail that the request needs: whether it was booked, or why it couldn't be. */
  mail: 'booked' | { failure: unknown } | null
}

const request = new AsyncLocalStorage<Note>()

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
  const note: Note = { outage: null, mail: null }
  const response = await request.run(note, answer)
  if (response.status >= 500 && note.outage) throw note.outage
  return response
}

/** Remembers for the request under way what became of its mail: better-auth goes on as if it had been sent. */
export async function noteMail(booking: Promise<void>): Promise<void> {
  const note = request.getStore()
  try {
    await booking
    if (note) note.mail = 'booked'
  } catch (failure) {
    if (note) note.mail = { failure }
    throw failure
  }
}

/** What became of the mail of the request under way; null where it booked none. */
export const mailOfRequest = (): Note['mail'] => request.getStore()?.mail ?? null
