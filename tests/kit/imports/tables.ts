import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readMigrations, SCHEMAS } from '#server/database/read-migrations.ts'
import { LEVELS } from './levels.ts'

const [, ...since] = await readMigrations()
const creating = await Promise.all(
  SCHEMAS.map(async (file) => [file.split('/')[0]!, await readFile(path.posix.join('server', file), 'utf8')] as const),
)
for (const { sql } of since) creating.push([/^-- Owner: ([\w-]+)/.exec(sql)?.[1] ?? 'database', sql])

/** Owners by table: the room whose schema creates it, or that the migration names; its statements alone write it. */
const ownerOf = new Map(
  creating.flatMap(([room, sql]) =>
    Array.from(sql.matchAll(/^CREATE TABLE ([a-z_.]+)/gm), ([, table]) => [table!, room] as const),
  ),
)

/**
 * Which tables of lower nouns a noun joins in its own statements. Writing them is never allowed. No line may grow: what
 * else reads across nouns is a view.
 */
export const JOINED_BELOW: Readonly<Record<string, readonly string[]>> = {
  books: ['accounts'],
  favourites: ['accounts', 'books'],
  search: ['accounts', 'books'],
  wants: ['accounts', 'books'],
  orders: ['accounts', 'books'],
  messages: ['accounts', 'books'],
  reports: ['accounts'],
}

/** Rooms that read every table: the views are for that, and a backup copies the whole database. */
const READS_ALL = new Set(['views', 'backup'])

/**
 * Allowed uses of other nouns' tables in schema functions: triggers note changes for sums of a lower noun, and the
 * audit log lets the demo's acts be deleted.
 */
const BY_TRIGGER = new Set(['books category_count_changes', 'orders seller_sale_changes', 'accounts demo'])

/** What a statement does with a table. */
export interface TableUse {
  file: string
  table: string
  isWrite: boolean
}

const nouns = LEVELS.flat()

const NAME = String.raw`[a-z_][\w.]*`
const LISTED = String.raw`(?:ONLY\s+)?(${NAME}(?:\s+[a-z_]\w*)?(?:\s*,\s*${NAME}(?:\s+[a-z_]\w*)?)*)`
/** Keywords of SQL are in capitals, in prose they aren't. A fragment may begin with the table that a FROM names elsewhere. */
const USE = new RegExp(
  String.raw`(?:\b(DELETE FROM|FROM|JOIN|USING|INTO|UPDATE|TRUNCATE)\s+|\bsql(?:<[^\x60]*>)?\x60\s*)${LISTED}`,
  'g',
)

/** The tables that the statements in a file's text read and write; names of parts of a statement are left out. */
export const tableUsesOf = (file: string, source: string): TableUse[] =>
  [...source.matchAll(USE)].flatMap(([, keyword = 'FROM', listed = '']) =>
    listed
      .split(',')
      .map((item) => item.trim().split(/\s/)[0]!)
      .filter((table) => ownerOf.has(table))
      .map((table) => ({ file, table, isWrite: !/^(FROM|JOIN|USING)$/.test(keyword) })),
  )

/** The fault of a table's use; null when it is allowed. */
export function tableViolation({ file, table, isWrite }: TableUse): string | null {
  const [room, owner] = [roomOf(file), ownerOf.get(table)!]
  if (room === owner || (file.endsWith('.sql') && BY_TRIGGER.has(`${room} ${table}`))) return null
  if (isWrite) return `${file} writes ${table}, which belongs to ${owner}`
  if (READS_ALL.has(room)) return null
  if (nouns.indexOf(owner) > nouns.indexOf(room)) return `${file} reads ${table} of ${owner}, which stands above it`
  return JOINED_BELOW[room]?.includes(table) ? null : `${file} reads ${table} of ${owner}; put it into server/views`
}

/** A noun, or another of the server's folders; its root for the files there. */
const roomOf = (file: string) => /^server\/([\w-]+)\//.exec(file)?.[1] ?? 'server'

/** The uses of tables in all statements of the server, and in the functions of its schema. */
export async function allTableUses(): Promise<TableUse[]> {
  const files = (await readdir('server', { recursive: true })).filter((file) =>
    /((?<!\.test)\.ts|\.schema\.sql)$/.test(file),
  )
  const uses = files.map(async (file) => {
    const name = path.posix.join('server', file)
    return tableUsesOf(name, (await readFile(name, 'utf8')).replaceAll(/^ *--.*\n|\bpublic\./gm, ''))
  })
  return (await Promise.all(uses)).flat()
}
