import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readlink, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

/** A shop that a service manager in small runs: it starts what the link `current` names, and stops that. */
export interface Service {
  /** Folder of the releases, and of all that the shop has. */
  place: string
  shop: ShopProcess
  /** Starts the first release of all. */
  open(release: string): Promise<void>
  stop(): Promise<void>
  /** Runs `dogear update` of the current release; returns its exit code and output. */
  update(...args: string[]): Promise<{ code: number; output: string }>
  /** The same, to be killed. */
  beginUpdate(...args: string[]): ChildProcess
  /** The version that takes what comes, where the link leads, and whether an update is under way. */
  state(): Promise<[version: string | null, linked: string, isUnderWay: boolean]>
  log: string
  mark: string
}

export async function aService({ databaseUrl = '' } = {}): Promise<Service> {
  const place = path.dirname(await temporaryFolder())
  const at = (name: string) => path.join(place, name)
  const dataDir = at('data')
  const port = String(await freePort())
  // A demo, whatever this process has been told.
  const settings = { DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', NODE_ENV: '', DATABASE_URL: databaseUrl }
  const env = { ...process.env, ...settings }
  const origin = `http://127.0.0.1:${port}`
  const [start, stop] = [at('start.sh'), at('stop.sh')]
  await writeFile(
    start,
    `#!/bin/sh
cd / && setsid ${at('current/dogear')} start >>${at('log')} 2>&1 </dev/null &
echo $! >${at('pid')}
`,
    { mode: 0o755 },
  )
  await writeFile(
    stop,
    `#!/bin/sh
[ -f ${at('pid')} ] || exit 0
pid=$(cat ${at('pid')})
kill $pid 2>/dev/null
while kill -0 $pid 2>/dev/null; do sleep 0.1; done
rm -f ${at('pid')}
`,
    { mode: 0o755 },
  )
  const commands = ['--stop', stop, '--start', start]
  const begin = (args: string[]) =>
    execFile(at('current/dogear'), ['update', ...args, ...commands], { env, maxBuffer: 2 ** 26 })
  const version = async () => {
    const answer = await fetch(`${origin}/api/ready`).catch(() => null)
    return answer?.ok ? ((await answer.json()) as { version: string }).version : null
  }
  const runToEnd = (child: ChildProcess) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: string) => (output += part))
      child.once('close', (code) => resolve({ code: code ?? -1, output }))
    })
  return {
    place,
    shop: { origin, dataDir } as ShopProcess,
    open: async (release) => {
      await symlink(path.basename(release), at('current'))
      await runToEnd(execFile(start, { env }))
      await until(async () => (await version()) !== null)
    },
    stop: async () => void (await runToEnd(execFile(stop, { env }))),
    update: (...args) => runToEnd(begin(args)),
    beginUpdate: (...args) => begin(args),
    state: async () => [await version(), await readlink(at('current')), existsSync(path.join(dataDir, 'update.json'))],
    log: at('log'),
    mark: path.join(dataDir, 'update.json'),
  }
}
