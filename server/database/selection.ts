import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder, type RootOperationNode } from 'kysely'
import type { Columns, RowOf } from './columns.ts'

/** Selected expressions of a statement by their names in rows. */
export type Selection = Readonly<Record<string, RawBuilder<unknown>>>

/** The row that a selection gives. */
export type SelectedRow<S extends Selection> = {
  -readonly [Name in keyof S]: S[Name] extends RawBuilder<infer Value> ? Value : never
}

/** Columns of the table under this alias, as a part of a selection. */
export function columnsUnder<C extends Columns>(
  columns: C,
  alias: string,
): { [Name in keyof C]: RawBuilder<RowOf<C>[Name]> } {
  const entries = Object.entries(columns).map(([name, { column }]) => [name, sql.ref(`${alias}.${column}`)])
  // Each value has the type that its column declares.
  return Object.fromEntries(entries) as { [Name in keyof C]: RawBuilder<RowOf<C>[Name]> }
}

const compiler = new PostgresQueryCompiler()

/**
 * For SELECT. The SQL text is made once, at program start, so that twenty expressions cost a statement no more than
 * literal text. So expressions have no parameters; constants are `sql.lit`.
 */
export function select(selection: Selection): RawBuilder<unknown> {
  const parts = Object.entries(selection).map(([name, expression]) => sql`${expression} AS ${sql.ref(name)}`)
  const node = sql.join(parts).toOperationNode() as RootOperationNode
  const { sql: text, parameters } = compiler.compileQuery(node, createQueryId())
  if (parameters.length > 0) throw new Error(`A selection has no parameters: ${text}`)
  return sql.raw(text)
}
