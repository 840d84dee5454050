import { sql } from 'kysely'

const MARK = '/* kept plan */'

/**
 * Begins a statement whose best plan is the same whatever its values are: each session plans it once and keeps that,
 * which otherwise takes as long as running it. All other statements are planned for their values each time.
 */
export const keptPlan = sql.raw(MARK)

const names = new Map<string, string>()

/** Under which a session keeps the plan of a statement; undefined where it doesn't. */
export function planName(statement: string): string | undefined {
  if (!statement.trimStart().startsWith(MARK)) return undefined
  const name = names.get(statement) ?? `kept_${names.size}`
  names.set(statement, name)
  return name
}
