import type { ClientBase } from 'pg'
import { chown, mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { ASIDE } from './empty-database.ts'
import { quote } from './tables.ts'

/** Schemas of a shop, those of libraries included. */
const SCHEMAS = ['public', 'search', 'card_simulator', 'identity', 'graphile_worker']

const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/\D/g, '')

/**
 * Renames the schemas of a shop, so that the database is empty for another; returns their new names. Deletes nothing.
 */
export async function setSchemasAside(client: ClientBase, now: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1',
    [SCHEMAS],
  )
  const renamed = rows.map(({ name }) => ({ name, to: `${ASIDE}${stamp(now)}_${name}` }))
  await client.query('BEGIN')
  for (const { name, to } of renamed) await client.query(`ALTER SCHEMA ${quote(name)} RENAME TO ${quote(to)}`)
  await client.query('CREATE SCHEMA public')
  await client.query('COMMIT')
  return renamed.map(({ to }) => to)
}

/** Moves the embedded database of a data folder aside, and leaves an empty place for another; returns its new folder. */
export async function setClusterAside(dataDir: string, now: Date): Promise<string> {
  const { home } = describeDataFolder(dataDir)
  const aside = path.join(dataDir, `postgres-aside-${stamp(now)}`)
  const { uid, gid } = await stat(home)
  await rename(home, aside)
  // The new folder belongs to the same user, also where root makes it.
  await mkdir(home, { mode: 0o700 })
  if (process.getuid?.() === 0) await chown(home, uid, gid)
  return aside
}

/** Puts a database that was moved aside back into its place; what is there goes aside, and its folder is returned. */
export async function putClusterBack(dataDir: string, aside: string, now: Date): Promise<string> {
  const { home } = describeDataFolder(dataDir)
  const other = path.join(dataDir, `postgres-left-${stamp(now)}`)
  // Gone where this was cut off before.
  await rename(home, other).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(aside, home)
  return other
}
