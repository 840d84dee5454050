import type { ClientBase } from 'pg'
import { quote } from './tables.ts'

/**
 * Drops foreign keys and triggers while rows arrive in any order and with what triggers would add; returns a function
 * that restores them, which checks every reference. Inside a transaction, by the tables' owner, who need not be a
 * superuser.
 */
export async function setAside(client: ClientBase): Promise<() => Promise<void>> {
  // Runs deferred triggers of earlier migrations: a table with pending ones can't be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE c.contype = 'f' AND ${OURS}`,
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `SELECT t.tgrelid::regclass::text AS table, t.tgname AS name
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND ${OURS}`,
  )
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`)
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${quote(name)}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`)
    for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${quote(name)}`)
  }
}

const OURS = "n.nspname IN ('public', 'identity', 'card_simulator')"
