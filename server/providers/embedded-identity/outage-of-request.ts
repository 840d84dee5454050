import { AsyncLocalStorage } from 'node:async_hooks'
import { databaseTrouble } from '#server/database/trouble.ts'

interface Note {
  outage: Error | null
  /** Outcome of the request's mail: booked, or why it couldn't be. */
  mail: 'booked' | { failure: unknown } | null
}

const request = new AsyncLocalStorage<Note>()

/** Records that the database failed the current request; false for other errors. */
export function noteOutage(error: unknown): boolean {
  const note = request.getStore()
  if (!note || !(error instanceof Error) || !databaseTrouble(error)) return false
  note.outage = error
  return true
}

/**
 * better-auth answers 500 to any failure and drops the cause in several places. This rejects with the database's
 * recorded error, so that the route can answer 503 and the log has it once.
 */
export async function rejectOnOutage(answer: () => Promise<Response>): Promise<Response> {
  const note: Note = { outage: null, mail: null }
  const response = await request.run(note, answer)
  if (response.status >= 500 && note.outage) throw note.outage
  return response
}

/** Records the outcome of the current request's mail: better-auth goes on as if it had been sent. */
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

/** Outcome of the current request's mail; null where it booked none. */
export const mailOfRequest = (): Note['mail'] => request.getStore()?.mail ?? null
