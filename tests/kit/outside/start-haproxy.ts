import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { root } from '#tools/run-step.ts'

/** The instances of deploy/haproxy. */
export const INSTANCES = ['a', 'b', 'c'] as const

export interface Haproxy {
  origin: string
  /** Names of the instances that it asks. */
  up(): Promise<string[]>
  /** Requests that it had to send to an instance once more, or to another one. */
  retries(): Promise<number>
  stop(): Promise<unknown>
}

/**
 * HAProxy as deploy/haproxy configures it, without TLS, on free ports, before instances at these ports; its file goes into
 * `folder`.
 */
export async function startHaproxy(ports: readonly number[], folder: string): Promise<Haproxy> {
  const [port, stats] = [await freePort(), await freePort()]
  const config = (await readFile(path.join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8'))
    .replace(/^\t(?:user|group|log|maxconn|option httplog)\b.*\n/gm, '')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^\tbind :443.*\n|^\thttp-request redirect.*\n/gm, '')
    .replace('bind 127.0.0.1:8404', `bind 127.0.0.1:${stats}`)
    .replaceAll(/10\.0\.0\.([123]):4000/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  /** A row for each instance; none before it listens. */
  const read = async () => {
    const table = await fetch(`http://127.0.0.1:${stats}/;csv`).then(
      (answer) => answer.text(),
      () => '',
    )
    const [names = [], ...rows] = table.split('\n').map((line) => line.replace('# ', '').split(','))
    const all = rows.map((row) => Object.fromEntries(row.map((value, at) => [names[at]!, value])))
    return all.filter(({ pxname, svname }) => pxname === 'instances' && svname !== 'BACKEND')
  }
  return {
    origin: `http://localhost:${port}`,
    up: async () => (await read()).flatMap(({ svname, status }) => (status === 'UP' ? [svname!] : [])),
    retries: async () => (await read()).reduce((sum, { wretr, wredis }) => sum + Number(wretr) + Number(wredis), 0),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
