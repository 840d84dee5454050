import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#server/database/embedded/free-port.ts'

const run = promisify(execFile)
const ASKED_EVERY_MS = 50
/** A first start makes a database and draws the demo; a busy machine takes its time. */
const GIVEN_UP_AFTER_MS = 600_000

/** Seconds until the shop was ready. */
export interface Tried {
  firstStart: number
  nextStart: number
}

/**
 * Unpacks an archive into a folder of its own, starts what is in it twice as a demo, with nothing of this shell's, and
 * reads a page of each kind. Rejects where a page isn't right.
 */
export async function tryArchive(archive: string, folder: string): Promise<Tried> {
  const place = await mkdtemp(path.join(tmpdir(), 'dogear-release-'))
  // Root's PostgreSQL runs as another user, who has to pass.
  await chmod(place, 0o755)
  try {
    await run('tar', ['-xzf', archive, '-C', place])
    const firstStart = await openOnce(path.join(place, folder), place, visit)
    return { firstStart, nextStart: await openOnce(path.join(place, folder), place, visit) }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function openOnce(program: string, place: string, look: (origin: string) => Promise<void>): Promise<number> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: path.join(place, 'data'), PORT: String(port) }
  await mkdir(env.DATA_DIR, { recursive: true })
  const begun = performance.now()
  const shop = spawn(path.join(program, 'dogear'), ['start'], { env, cwd: place, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  try {
    await readyAt(origin, shop)
    const seconds = (performance.now() - begun) / 1000
    await look(origin)
    return seconds
  } catch (error) {
    throw new Error(`What was unpacked doesn’t run: ${(error as Error).message}\n${said}`, { cause: error })
  } finally {
    if (shop.exitCode === null && shop.kill('SIGTERM')) await once(shop, 'close')
  }
}

async function readyAt(origin: string, shop: ChildProcess): Promise<void> {
  const end = performance.now() + GIVEN_UP_AFTER_MS
  while (performance.now() < end && shop.exitCode === null && shop.signalCode === null) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => null)
    if (answer?.ok) return
    await sleep(ASKED_EVERY_MS)
  }
  throw new Error('it was not ready')
}

/** Home, a file of the screens, a book’s page, a search, a picture. */
async function visit(origin: string): Promise<void> {
  const home = await read(origin, '/')
  const [script = ''] = /\/assets\/\w+\.js/.exec(home) ?? []
  await read(origin, script)
  const [book] = JSON.parse(await read(origin, '/api/all-books?limit=1')) as { _id: string; book_name: string }[]
  if (!book) throw new Error('the demo has no books')
  const page = await read(origin, `/advertise/${book._id}`)
  if (!page.includes('<h1')) throw new Error('a book’s page has no heading')
  const found = await read(origin, `/api/search?q=${encodeURIComponent(book.book_name)}`)
  if (!found.includes(book._id)) throw new Error(`a search for "${book.book_name}" doesn’t find it`)
  await read(origin, `/share/books/${book._id}.png`)
}

async function read(origin: string, address: string): Promise<string> {
  const answer = await fetch(`${origin}${address}`)
  if (!answer.ok) throw new Error(`${address} is answered with ${answer.status}`)
  return answer.text()
}
