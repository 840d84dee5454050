import type { Db } from '#server/database/schema.ts'

/** Together with the quarter of a second in which the index follows, a change is found within one. */
const KEPT_MS = 700
const MOST = 100

interface Remembered {
  answer: Promise<unknown>
  until: number
}

const memories = new WeakMap<Db, Map<string, Remembered>>()

/**
 * What a question found a moment ago, or is finding just now; else it is asked. What a search finds and its counts are
 * asked for together, crowds ask for the same, and whoever types begins as others did. Where the index changes by this
 * process nothing is remembered any more; by another one, not for long. Never for what depends on who asks.
 */
export function rememberFound<Found>(
  db: Db,
  question: readonly unknown[],
  find: () => Promise<Found>,
  keptMs = KEPT_MS,
): Promise<Found> {
  const memory = memoryOf(db)
  const key = JSON.stringify(question)
  const now = performance.now()
  const remembered = memory.get(key)
  if (remembered && now < remembered.until) return remembered.answer as Promise<Found>
  const answer = find()
  memory.delete(key)
  memory.set(key, { answer, until: now + keptMs })
  // The first in it is the oldest.
  if (memory.size > MOST) memory.delete(memory.keys().next().value!)
  answer.catch(() => memory.delete(key))
  return answer
}

/** To be called after each change of the index. */
export const forgetFound = (db: Db): void => void memories.delete(db)

function memoryOf(db: Db): Map<string, Remembered> {
  const memory = memories.get(db) ?? new Map<string, Remembered>()
  memories.set(db, memory)
  return memory
}
