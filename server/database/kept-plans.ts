import { sql, type RawBuilder } from 'kysely'

const MARK = '/* kept plan */'

/**
 * Begins a statement whose best plan is the same whatever its values are: each session plans it once and keeps that,
 * which otherwise takes as long as running it. All other statements are planned for their values each time.
 */
export const keptPlan = sql.raw(MARK)

/**
 * A value of such a statement that isn't looked at when it is planned. Where it is, and few rows seem to have it, a plan
 * for it seems cheaper than the one for all values, and is made anew each time.
 */
export const unseen = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(SELECT ${value})`

const names = new Map<string, string>()

/** Under which a session keeps the plan of a statement; undefined where it doesn't. */
export function planName(statement: string): string | undefined {
  if (!statement.trimStart().startsWith(MARK)) return undefined
  const name = names.get(statement) ?? `kept_${names.size}`
  names.set(statement, name)
  return name
}
