import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * What a migration means to programs that don't know it. `expand`: they go on working on the database. `contract`: it
 * takes or changes what they use, and comes a release after the one that has stopped using that.
 */
export type Kind = 'expand' | 'contract'

export interface Migration {
  name: string
  sql: string
  sha256: string
  /** Null in those of 0.1.0, which no earlier release can meet. */
  kind: Kind | null
}

/** A migration in a database's list. That of a backup has no kinds. */
export type Applied = Pick<Migration, 'name' | 'sha256'> & Partial<Pick<Migration, 'kind'>>

/** The nouns' schemas, lower levels first: each refers to its own tables and those before it. */
export const SCHEMAS = [
  'database/database',
  'accounts/accounts',
  'images/images',
  'categories/categories',
  'books/books',
  'favourites/favourites',
  'search/search',
  'wants/wants',
  'orders/orders',
  'messages/messages',
  'reports/reports',
  'settings/settings',
  'demo/demo',
  'providers/card-simulator/card-simulator',
].map((file) => `${file}.schema.sql`)

/** Name of the first migration, all schemas together, with the number of the last migration they replaced. */
const SCHEMA = '0071-schema'

/** Reads the schema and the later migrations, in order. */
export async function readMigrations(
  folder = path.join(import.meta.dirname, 'migrations'),
): Promise<[schema: Migration, ...since: Migration[]]> {
  const schema = await Promise.all(SCHEMAS.map((file) => readFile(path.join(import.meta.dirname, '..', file), 'utf8')))
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return [
    migration(SCHEMA, schema.join('')),
    ...(await Promise.all(names.map(async (name) => migration(name, await readFile(path.join(folder, name), 'utf8'))))),
  ]
}

/** Hashes the statements only: comments may change, and a checkout on Windows may have other line ends. */
function migration(name: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  const statements = sql.replaceAll(/^ *--.*\n/gm, '')
  return { name, sql, sha256: createHash('sha256').update(statements).digest('hex'), kind: kindOf(sql) }
}

/** Reads `-- Kind: expand` among the comments that a migration begins with. */
function kindOf(sql: string): Kind | null {
  const [head = ''] = /^(?: *--.*\n)*/.exec(sql) ?? []
  return (/^-- Kind: (expand|contract)$/m.exec(head)?.[1] as Kind | undefined) ?? null
}
