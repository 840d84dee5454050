import type { ClientBase } from 'pg'
import { JOBS } from './backup-format.ts'
import { PENDING_JOBS } from './pending-jobs.ts'

/** A table to copy. */
export interface Table {
  /** Schema and name: 'public.books'. */
  name: string
  columns: string[]
}

/** Schemas with our tables. The job runner's is left out: jobs are booked again, see pending-jobs.ts. */
const SCHEMAS = ['public', 'identity', 'card_simulator']

/**
 * Lists all tables with rows of the shop and their writable columns; leaves out tables that describe the database
 * itself, and unlogged ones, which are of the moment.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname || '.' || c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname = ANY ($1) AND c.oid IS DISTINCT FROM to_regclass('public.schema_migrations')
       AND c.oid IS DISTINCT FROM to_regclass('public.moved_shop')
       AND c.oid IS DISTINCT FROM to_regclass('public.shop_keys')
       AND c.oid IS DISTINCT FROM to_regclass('public.pictures_disk')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY 1 ORDER BY 1`,
    [SCHEMAS],
  )
  return rows
}

/** Lists the last values of the used sequences. */
export async function listSequences(client: ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [SCHEMAS],
  )
  return rows
}

/** Lists the migrations of this database, in order. */
export async function listMigrations(client: ClientBase): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migrations ORDER BY name',
  )
  return rows
}

/**
 * Query of a table's rows for COPY and for comparing: the same rows give the same bytes on every server, because they
 * are in the order of the primary key, text by its bytes instead of a locale.
 */
export async function rowsQuery(client: ClientBase, { name, columns }: Table): Promise<string> {
  if (name === JOBS) return PENDING_JOBS
  const { rows: keys } = await client.query<{ column: string; isText: boolean }>(
    `SELECT a.attname AS column, t.typcategory = 'S' AS "isText"
     FROM pg_index i
     CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS key (attnum, place)
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = key.attnum
     JOIN pg_type t ON t.oid = a.atttypid
     WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY key.place`,
    [quoted(name)],
  )
  const selected = columns.map(quote).join(', ')
  const order = keys.map(({ column, isText }) => `${quote(column)}${isText ? ' COLLATE "C"' : ''}`).join(', ')
  return `SELECT ${selected} FROM ${quoted(name)} ORDER BY ${order || `ROW(${selected})::text COLLATE "C"`}`
}

export async function countRows(client: ClientBase, { name }: Pick<Table, 'name'>): Promise<number> {
  const from = name === JOBS ? `(${PENDING_JOBS}) AS jobs` : quoted(name)
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${from}`)
  return Number(rows[0]?.count ?? 0)
}

/** 'identity.user' → '"identity"."user"'. */
export const quoted = (name: string): string => name.split('.').map(quote).join('.')
export const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`
