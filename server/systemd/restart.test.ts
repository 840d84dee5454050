import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { afterwards, aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { buildScreens, live } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

/** Holds a listening socket as systemd does: it listens, and never accepts. */
const HOLDER = `
const { parentPort } = require('node:worker_threads')
const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
  parentPort.postMessage({ fd: server._handle.fd, port: server.address().port })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

async function holdSocket(): Promise<{ fd: number; port: number }> {
  const holder = new Worker(HOLDER, { eval: true })
  afterwards(() => holder.terminate())
  const [held] = (await once(holder, 'message')) as [{ fd: number; port: number }]
  return held
}

/** A shop that gets the socket as a service of systemd does: as descriptor 3, for its own pid. */
function startShop(fd: number, env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const program = path.join(import.meta.dirname, '../../tests/kit/shop/start.ts')
  const child = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', process.execPath, program], {
    env: { ...process.env, ...live, NODE_ENV: '', LISTEN_FDS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', fd],
  })
  afterwards(async () => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (said += part.toString()))
  return { child, output: () => said }
}

/** Status of an answer on a connection of its own; the error's code where there is none. */
const ask = (port: number, address: string) =>
  new Promise<number | string | undefined>((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: address, agent: false }, (answer: IncomingMessage) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })

test.skipIf(process.platform === 'win32')(
  'a restart refuses nobody where systemd listens for the shop',
  { timeout: 180_000 },
  async () => {
    await buildScreens()
    const { fd, port } = await holdSocket()
    const database = await testDatabase()
    // The holder has the port: a shop that listened by itself would end.
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: await aFolder(),
      PORT: String(port),
      HOST: '127.0.0.1',
      READS_PER_MINUTE: '1000000',
    }
    const isOpen = ({ output }: ReturnType<typeof startShop>) => output().includes(' is open at ')

    const first = startShop(fd, env)
    await until(() => isOpen(first))
    const answers: unknown[] = []
    const over = new AbortController()
    const visit = async (address: string) => {
      while (!over.signal.aborted) {
        answers.push(await ask(port, address))
        await sleep(5)
      }
    }
    const visitors = ['/', '/api/books-categories', '/api/health'].map(visit)
    await until(() => answers.length > 20)
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    // While there is no process at all.
    const between = ask(port, '/about')
    const second = startShop(fd, env)
    await until(() => isOpen(second))
    const afterOpening = answers.length
    await until(() => answers.length > afterOpening + 20)
    over.abort()
    await Promise.all(visitors)
    expect([...new Set([...answers, await between])]).toEqual([200])
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
  },
)
