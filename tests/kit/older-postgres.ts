import { execFile, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#server/database/embedded/free-port.ts'
import { findUnprivilegedUser, type UnprivilegedUser as Owner } from '#server/database/embedded/unprivileged-user.ts'
import { runSql } from './sql-server.ts'
import { until } from './until.ts'

/** Debian's and Ubuntu's folder of PostgreSQL, with one per version. */
const INSTALLED = '/usr/lib/postgresql'

export interface OlderPostgres {
  /** An empty database that its user owns; the user may do nothing else. */
  emptyDatabase(): Promise<string>
  /** Its superuser's address. */
  boss: string
  /** A replica of it, which streams what it writes; stopped with it. */
  replica(): Promise<Replica>
  stop(): Promise<void>
  /** Ends it at once, as a power cut does. */
  crash(): Promise<void>
}

export interface Replica {
  boss: string
  promote(): Promise<void>
  stop(): Promise<void>
  /** After `stop`. */
  start(): Promise<void>
}

/** The oldest installed PostgreSQL besides the packaged one; null where there is none. */
export async function findOlderPostgres(): Promise<string | null> {
  const versions = await readdir(INSTALLED).catch(() => [])
  const [oldest] = versions.filter((name) => Number(name) >= 15 && Number(name) < 18).toSorted()
  return oldest ?? null
}

/** A server's certificate and its key; the key is given to the user that PostgreSQL runs as. */
export interface ServerCertificate {
  cert: string
  key: string
}

/**
 * Runs a PostgreSQL of the machine's own, as a club's server would be: another version, another collation. With a
 * certificate it lets a club's user in by an encrypted connection only.
 */
export async function startOlderPostgres(version: string, certificate?: ServerCertificate): Promise<OlderPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-older-'))
  const user = await findUnprivilegedUser(folder)
  await chmod(folder, 0o755)
  if (user) await chown(folder, user.uid, user.gid)
  const as = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) }
  const program = (name: string) => path.join(INSTALLED, version, 'bin', name)
  const data = path.join(folder, 'data')
  const given = ['-D', data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await promisify(execFile)(program('initdb'), [...given, '--locale-provider=icu', '--icu-locale=en'], as)
  const settings = certificate ? await withEncryption(data, certificate, user) : []
  const run = (folderOf: string, port: number, more: string[] = []) =>
    runServer(program('postgres'), ['-D', folderOf, '-p', String(port), '-k', '', '-c', 'fsync=off', ...more], as)
  const port = await freePort()
  const boss = `postgres://boss@127.0.0.1:${port}/postgres`
  const server = run(data, port, settings)
  await untilUp(boss)
  await runSql(boss, 'CREATE ROLE club LOGIN')
  const replicas: Replica[] = []
  const end = async (signal: NodeJS.Signals) => {
    server.child.kill(signal)
    await server.ended
  }
  return {
    boss,
    emptyDatabase: async () => {
      const name = `club_${randomBytes(4).toString('hex')}`
      await runSql(boss, `CREATE DATABASE ${name} OWNER club TEMPLATE template0`)
      return `postgres://club@127.0.0.1:${port}/${name}`
    },
    replica: async () => {
      const copy = path.join(folder, `replica-${replicas.length}`)
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'boss', '-D', copy]
      await promisify(execFile)(program('pg_basebackup'), [...source, '-R', '-c', 'fast', '--no-sync'], as)
      const ownPort = await freePort()
      const own = `postgres://boss@127.0.0.1:${ownPort}/postgres`
      let running: ReturnType<typeof runServer>
      const start = async () => {
        running = run(copy, ownPort)
        await untilUp(own)
      }
      await start()
      const replica = {
        boss: own,
        start,
        promote: () => runSql(own, 'SELECT pg_promote()'),
        stop: async () => {
          running.child.kill('SIGINT')
          await running.ended
        },
      }
      replicas.push(replica)
      return replica
    },
    crash: () => end('SIGQUIT'),
    stop: async () => {
      for (const replica of replicas) await replica.stop()
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function runServer(program: string, settings: string[], as: SpawnOptions) {
  const child = spawn(program, settings, { ...as, stdio: 'ignore' })
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

const untilUp = (boss: string) =>
  until(() =>
    runSql(boss, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  )

const ONLY_ENCRYPTED = `hostnossl all club all reject
host all all all trust
`

async function withEncryption(data: string, { cert, key }: ServerCertificate, user: Owner | null): Promise<string[]> {
  const file = path.join(data, 'server.key')
  await copyFile(key, file)
  await chmod(file, 0o600)
  if (user) await chown(file, user.uid, user.gid)
  await writeFile(path.join(data, 'pg_hba.conf'), ONLY_ENCRYPTED)
  return ['-c', 'ssl=on', '-c', `ssl_cert_file=${cert}`, '-c', `ssl_key_file=${file}`]
}
