import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { OperatorError } from '../operator-error.ts'
import type { Applied, Migration } from '../read-migrations.ts'

/**
 * Maps a list of the last migrations before the first release to the schema that replaced them; returns any other list
 * unchanged. Refuses an older one (OperatorError); `what` names the database or backup that has it.
 */
export async function countAsSchema(
  what: string,
  applied: readonly Applied[],
  { name, sha256 }: Applied,
): Promise<readonly Applied[]> {
  const last = await readLastMigrations()
  if (!applied.some((migration) => last.has(migration.name))) return applied
  const ran = new Map(applied.map((migration) => [migration.name, migration.sha256]))
  const [missing] = [...last].find(([old, hash]) => ran.get(old) !== hash) ?? []
  if (missing)
    throw new OperatorError(
      `${what} is older than this Dogear can update: ${missing} didn't run there. Let commit 7cba2cfc start on it once (a backup: let that commit restore it first), then start this program. Nothing was changed.`,
    )
  return [{ name, sha256 }, ...applied.filter((migration) => !last.has(migration.name))]
}

/** Replaces the migrations in the list by the schema they amount to, inside a transaction. */
export async function replaceList(client: ClientBase, { name, sha256 }: Migration): Promise<void> {
  const last = [...(await readLastMigrations()).keys()]
  await client.query('DELETE FROM schema_migrations WHERE name = ANY ($1)', [last])
  await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256])
}

/**
 * Refuses a database in which an object differs from what the last migrations made (OperatorError). Additional objects
 * are allowed.
 */
export async function refuseChangedObjects(client: ClientBase): Promise<void> {
  const made = await readMadeObjects()
  const here = await listObjects(client)
  const changed = [...made].filter(([name, hash]) => here.get(name) !== hash).map(([name]) => name)
  if (changed.length === 0) return
  throw new OperatorError(
    `This database is not as its migrations made it: ${changed.join(', ')}. Undo what was changed there by hand (an index or a column of your own, say) and start again; or back the shop up with commit 7cba2cfc and restore the file with this program. Nothing was changed.`,
  )
}

/** Objects of our schemas by name, each with a hash of its definition in the catalogue; takes about 0.1 s. */
export async function listObjects(client: Pick<ClientBase, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(await read('objects.sql'))
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Names and hashes of the migrations from before the first release. */
export const readLastMigrations = (): Promise<Map<string, string>> => readPairs('migrations.txt')

/** Objects that those migrations made, as `listObjects` lists them. */
export const readMadeObjects = (): Promise<Map<string, string>> => readPairs('objects.txt')

async function readPairs(file: string): Promise<Map<string, string>> {
  const lines = (await read(file)).split(/\r?\n/).filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => line.split('|') as [string, string]))
}

const read = (file: string) => readFile(path.join(import.meta.dirname, file), 'utf8')
