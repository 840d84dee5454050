import { randomBytes } from 'node:crypto'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { connectionOptions } from '../reaching/connection-options.ts'
import type { DataFolder } from './data-folder.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

/** The shop's database role: owns the shop's database, without rights on the cluster or the machine. */
const SHOP_ROLE = 'dogear_shop'
const DATABASE = 'dogear'

/** URL of the shop's database in a running cluster, with its password. */
export async function shopUrl({ shopPasswordFile }: DataFolder, port: number): Promise<string> {
  return urlOf(SHOP_ROLE, await readFile(shopPasswordFile, 'utf8'), port, DATABASE)
}

/** URL of the superuser, which only the supervisor uses. */
export async function superuserUrl({ passwordFile }: DataFolder, port: number, database = 'postgres'): Promise<string> {
  return urlOf('dogear', await readFile(passwordFile, 'utf8'), port, database)
}

const urlOf = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${password.trim()}@127.0.0.1:${port}/${database}`

interface Options {
  folder: DataFolder
  user: UnprivilegedUser | null
  port: number
  /** Only for tests, which create databases. */
  mayCreateDatabases: boolean
}

/**
 * Creates the shop's role and database where they are missing, and transfers what an earlier program created as the
 * superuser. Runs at every start: a lost password file gets a new password.
 */
export async function prepareShopRole({ folder, user, port, mayCreateDatabases }: Options): Promise<void> {
  const password = await storedPassword(folder, user)
  await asSuperuser(await superuserUrl(folder, port), async (client) => {
    const rights = `LOGIN NOSUPERUSER NOCREATEROLE ${mayCreateDatabases ? 'CREATEDB' : 'NOCREATEDB'} PASSWORD ${escapeLiteral(password)}`
    const there = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SHOP_ROLE])
    await client.query(`${there.rowCount ? 'ALTER' : 'CREATE'} ROLE ${SHOP_ROLE} ${rights}`)
    const owner = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [DATABASE],
    )
    if (owner.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${SHOP_ROLE}`)
    else if (owner.rows[0]?.owner !== SHOP_ROLE) await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${SHOP_ROLE}`)
  })
  await asSuperuser(await superuserUrl(folder, port, DATABASE), handOver)
}

async function storedPassword({ shopPasswordFile }: DataFolder, user: UnprivilegedUser | null): Promise<string> {
  const stored = await readFile(shopPasswordFile, 'utf8').catch(() => '')
  if (stored.trim() !== '') return stored.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(shopPasswordFile, password, { mode: 0o600 })
  if (user) await chown(shopPasswordFile, user.uid, user.gid)
  return password
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connectionOptions(url))
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Statements that transfer the superuser's objects in the shop's database. */
const FOREIGN_OBJECTS = `
  WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
  superuser AS (SELECT oid FROM pg_roles WHERE rolname = current_user),
  dependent AS (SELECT classid, objid FROM pg_depend WHERE deptype IN ('a', 'i', 'e'))
  SELECT format('SCHEMA %I', nspname) AS object FROM pg_namespace
    WHERE nspowner = (SELECT oid FROM superuser) AND oid IN (SELECT oid FROM ours)
  UNION ALL
  SELECT format('%s %I.%I', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, nspname, relname)
    FROM pg_class c JOIN ours ON ours.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'S', 'v') AND relowner = (SELECT oid FROM superuser)
      -- A sequence that belongs to a column goes with its table.
      AND (relkind <> 'S' OR (1259::oid, c.oid) NOT IN (SELECT * FROM dependent))
  UNION ALL
  SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN ours ON ours.oid = pronamespace
    WHERE proowner = (SELECT oid FROM superuser) AND (1255::oid, p.oid) NOT IN (SELECT * FROM dependent)
  UNION ALL
  SELECT format('TYPE %I.%I', nspname, typname) FROM pg_type t JOIN ours ON ours.oid = typnamespace
    WHERE typowner = (SELECT oid FROM superuser) AND typtype IN ('c', 'd', 'e')
      -- A table's row type goes with its table.
      AND (typrelid = 0 OR (SELECT relkind FROM pg_class WHERE pg_class.oid = typrelid) = 'c')
      AND (1247::oid, t.oid) NOT IN (SELECT * FROM dependent)`

async function handOver(client: Client): Promise<void> {
  const { rows } = await client.query<{ object: string }>(FOREIGN_OBJECTS)
  if (rows.length === 0) return
  await client.query('BEGIN')
  for (const { object } of rows) await client.query(`ALTER ${object} OWNER TO ${escapeIdentifier(SHOP_ROLE)}`)
  await client.query('COMMIT')
}
