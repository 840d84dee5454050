import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Migration {
  name: string
  sql: string
  sha256: string
}

/** A migration in a database's list. */
export type Applied = Pick<Migration, 'name' | 'sha256'>

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
  return { name, sql, sha256: createHash('sha256').update(statements).digest('hex') }
}
