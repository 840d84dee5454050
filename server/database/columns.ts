import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Money } from '#contract/money/currency-digits.ts'

/**
 * A column: its name and type in the table, and the schema of its value. `empty` replaces a value that is missing from
 * stored JSON; undefined where nothing can.
 */
export interface Column<T, Empty extends T | undefined = T | undefined> {
  column: string
  type: 'text' | 'integer' | 'boolean' | 'timestamptz' | 'uuid' | 'text[]'
  fromJson: z.core.$ZodType<T>
  empty: Empty
}

/** Columns of a table, by their names in rows. */
export type Columns = Readonly<Record<string, Column<unknown>>>

/** The row that a statement selecting these columns returns. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: z.output<C[Name]['fromJson']> }

export const text = (column: string): Column<string, ''> => ({ column, type: 'text', fromJson: z.string(), empty: '' })

export const oneOf = <const T extends string>(column: string, values: readonly T[]): Column<T, undefined> => ({
  column,
  type: 'text',
  fromJson: z.enum(values),
  empty: undefined,
})

export const currencyCode = (column: string): Column<string, undefined> => ({
  column,
  type: 'text',
  fromJson: z.string().check(z.regex(/^[A-Z]{3}$/)),
  empty: undefined,
})

export const uuid = (column: string): Column<string, undefined> => ({
  column,
  type: 'uuid',
  fromJson: z.uuid(),
  empty: undefined,
})

export const integer = (column: string): Column<number, undefined> => ({
  column,
  type: 'integer',
  fromJson: z.int(),
  empty: undefined,
})

/** An amount in the minor units of the row's currency. */
export const minorUnits = (column: string): Column<number, undefined> => ({
  ...integer(column),
  fromJson: z.int().check(z.nonnegative()),
})

export const flag = (column: string): Column<boolean, false> => ({
  column,
  type: 'boolean',
  fromJson: z.boolean(),
  empty: false,
})

export const texts = (column: string): Column<string[], never[]> => ({
  column,
  type: 'text[]',
  fromJson: z.array(z.string()),
  empty: [],
})

export const time = (column: string): Column<Date, undefined> => ({
  column,
  type: 'timestamptz',
  fromJson: z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((moment) => new Date(moment)),
  ),
  empty: undefined,
})

/** A nullable column. */
export const orNull = <T>(column: Column<T>): Column<T | null, null> => ({
  ...column,
  fromJson: z.nullable(column.fromJson),
  empty: null,
})

// SQL texts are made once, at the place of use, and stand in statements as if they were written there.

/** For SELECT and RETURNING; `of` is the table's alias in the statement. */
export function selected(columns: Columns, of?: string): RawBuilder<unknown> {
  const from = of === undefined ? '' : `${quoted(of)}.`
  return listOf(columns, (name, { column }) => `${from}${quoted(column)} AS ${quoted(name)}`)
}

/** For UPDATE … SET: sets these columns to null. */
export function cleared(columns: Columns): RawBuilder<unknown> {
  return listOf(columns, (_, { column }) => `${quoted(column)} = NULL`)
}

/** The contract's `money` as JSON, from expressions for minor units and currency. */
export const moneyOf = (minor: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<Money> =>
  sql<Money>`jsonb_build_object('minor', ${minor}, 'currency', ${currency})`

/** Column list of an INSERT, in the order of `valuesFor` and `fieldsOf`. */
export function namesOf(columns: Columns): RawBuilder<unknown> {
  return listOf(columns, (_, { column }) => quoted(column))
}

/** Values of a row, for INSERT; some may be expressions of the statement. */
export function valuesFor<C extends Columns>(
  columns: C,
  row: { [Name in keyof C]: RowOf<C>[Name] | RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => row[name]))
}

/** Assignments of a row, for UPDATE … SET. */
export function assignedTo<C extends Columns>(columns: C, row: RowOf<C>): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([name, { column }]) => sql`${sql.raw(quoted(column))} = ${row[name]}`))
}

/** Rows as a table of this name, in a single parameter however many they are. */
export function recordset<C extends Columns>(name: string, columns: C, rows: readonly RowOf<C>[]): RawBuilder<unknown> {
  const types = listOf(columns, (field, { type }) => `${quoted(field)} ${type}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS ${sql.raw(quoted(name))}(${types})`
}

/** Fields of a recordset; `except` replaces some of them by expressions. */
export function fieldsOf<C extends Columns>(
  name: string,
  columns: C,
  instead: { [Name in keyof C]?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((field) => instead[field] ?? sql.raw(`${quoted(name)}.${quoted(field)}`)))
}

/** A row as a JSON object with the names that `rowFromJson` reads. */
export function asJson(columns: Columns): RawBuilder<unknown> {
  const fields = listOf(columns, (name, { column }) => `'${requirePlainName(name)}', ${quoted(column)}`)
  return sql`jsonb_build_object(${fields})`
}

type WithoutEmpty<C extends Columns> = {
  [Name in keyof C as C[Name]['empty'] extends undefined ? Name : never]: z.output<C[Name]['fromJson']>
}

/**
 * Parses a row stored as JSON, by any version of this program: a missing or unreadable column becomes `otherwise` or
 * its `empty`; unknown keys are dropped.
 */
export function rowFromJson<C extends Columns>(
  columns: C,
  stored: unknown,
  otherwise: WithoutEmpty<C> & Partial<RowOf<C>>,
): RowOf<C> {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const fallback: Record<string, unknown> = otherwise
  const row = Object.entries(columns).map(([name, { fromJson, empty }]) => {
    const read = z.safeParse(fromJson, given[name])
    return [name, read.success ? read.data : (fallback[name] ?? empty)]
  })
  // Complete: each column was parsed by its own schema, or replaced by a value of its type.
  return Object.fromEntries(row) as RowOf<C>
}

function listOf(columns: Columns, part: (name: string, column: Column<unknown>) => string): RawBuilder<unknown> {
  return sql.raw(
    Object.entries(columns)
      .map(([name, column]) => part(name, column))
      .join(', '),
  )
}

const quoted = (name: string) => `"${requirePlainName(name)}"`

/** Names come from the source alone; a name that needs escaping is a mistake there. */
function requirePlainName(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is no name of a column`)
  return name
}
