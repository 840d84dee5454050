import { sql, type RawBuilder } from 'kysely'

const MARK = '/* prepared */'

/**
 * Marks a statement as a prepared statement whose plan is the same for all values: each session plans it once, which
 * otherwise takes as long as running it. All other statements are planned with their values.
 */
export const preparedStatement = sql.raw(MARK)

/**
 * Hides a value of a prepared statement from the planner. A value that few rows have would make a custom plan look
 * cheaper, and each execution would be planned again.
 */
export const hiddenFromPlanner = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(SELECT ${value})`

const names = new Map<string, string>()

/** Name of the prepared statement; undefined where the statement isn't marked. */
export function preparedName(statement: string): string | undefined {
  if (!statement.trimStart().startsWith(MARK)) return undefined
  const name = names.get(statement) ?? `prepared_${names.size}`
  names.set(statement, name)
  return name
}
