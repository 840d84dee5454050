/**
 * Levels of the server's nouns, from the ground up: each may import those below, and none on its own level. Folders on
 * top that are no noun (jobs, sharing, the demo) may import all.
 */
export const LEVELS: readonly (readonly string[])[] = [
  ['accounts'],
  ['images'],
  ['categories'],
  ['books'],
  ['favourites'],
  ['search'],
  ['wants'],
  ['orders'],
  ['messages'],
  ['account-closure'],
  ['reports'],
  ['settings'],
  // Reads across nouns, on top of all that have tables: SQL and shapes, no writes.
  ['views'],
  ['exports'],
]

/** The noun that a file belongs to, if any; a noun's folder may have one more level of them. */
export const nounOf = (file: string): string | null => {
  const folder = /^server\/([\w-]+)\/(?:[\w-]+\/)?[\w.-]+\.ts$/.exec(file)?.[1]
  return folder !== undefined && LEVELS.some((nouns) => nouns.includes(folder)) ? folder : null
}

/** How high a file stands; above all nouns where it belongs to none. */
export function levelOf(file: string): number {
  const noun = nounOf(file)
  return noun === null ? LEVELS.length : LEVELS.findIndex((nouns) => nouns.includes(noun))
}

/** Whether others may use a noun's file: its use cases, and `<noun>.public.ts`. */
export const isPublished = (file: string): boolean => !/\.(sql|rules|shape|routes|test)\.ts$/.test(file)
