import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { freePort } from '#server/database/embedded/free-port.ts'
import { findUnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { openDatabase, type ShopDatabase } from '#server/open-database.ts'
import { aFolder, afterwards } from '#tests/kit/afterwards.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

/** PgBouncer in transaction mode, with so many sessions of the server. Gives its address of the database. */
export async function startPgBouncer(url: string, sessions: number): Promise<string> {
  const { hostname, port, pathname, username } = new URL(url)
  const own = await freePort()
  const address = `postgres://${username}@127.0.0.1:${own}${pathname}`
  await run(
    '/usr/sbin/pgbouncer',
    'pgbouncer.ini',
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
`,
    (file) => [file],
  )
  await until(() => answers(address))
  return address
}

/**
 * HAProxy, which leads to the one of these servers that takes writes, and looks three times a second which that is. Gives
 * its port.
 */
export async function startHaProxy(bosses: readonly string[]): Promise<number> {
  const port = await freePort()
  const servers = await Promise.all(
    bosses.map(async (boss, at) => `server s${at} 127.0.0.1:${new URL(boss).port} check port ${await tellsRole(boss)}`),
  )
  await run(
    '/usr/sbin/haproxy',
    'haproxy.cfg',
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 3s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /
  default-server inter 300ms fall 3 rise 1 on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
    (file) => ['-db', '-f', file],
  )
  return port
}

/** Answers 200 while a server takes writes, as Patroni does beside each. Gives its port. */
async function tellsRole(boss: string): Promise<number> {
  const server = createServer((_, response) => {
    void isPrimary(boss).then((is) => response.writeHead(is ? 200 : 503).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(async () => void server.close())
  return (server.address() as AddressInfo).port
}

/** Whether a server is reached, and takes writes. */
export const isPrimary = (boss: string) =>
  ask(boss, 'SELECT WHERE NOT pg_is_in_recovery()').then(
    (count) => count === 1,
    () => false,
  )

const answers = (url: string) =>
  ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  )

async function ask(url: string, statement: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  // A server that is stopped ends it.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rowCount
  } finally {
    await client.end()
  }
}

/** Runs a program with a file of settings, as no superuser, until the test ends. */
async function run(program: string, name: string, settings: string, args: (file: string) => string[]): Promise<void> {
  const file = path.join(await aFolder(), name)
  await writeFile(file, settings, { mode: 0o644 })
  const user = await findUnprivilegedUser('/')
  const child = spawn(program, args(file), { stdio: 'ignore', cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) })
  const ended = once(child, 'exit')
  afterwards(async () => {
    child.kill()
    await ended
  })
}

/** The shop on a database of such a kind, with its jobs. */
export async function shopOn(database: { url: string; pooler?: string }): Promise<TestServer> {
  const dataDir = await aFolder()
  const place = { dataDir, database: { kind: 'server' as const, ...database } }
  const opened: ShopDatabase = await openDatabase(place, { as: 'shop', program: 'a test', say: () => {} })
  return startTestServer({ database: opened, dataDir, jobs: true })
}
