import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const RELEASE = 'bookworm'
const STOPS_WITHIN_MS = 60_000
/** Own name of the machine's address, as a public one's would stand in DNS. */
export const DOMAIN = 'books.localhost'

/** Which of the programs that a machine is made of aren't here. */
export async function missingPrograms(): Promise<string[]> {
  const found = await Promise.all(
    ['debootstrap', 'systemd-nspawn', 'nsenter'].map(async (name) => {
      const isThere = await run('sh', ['-c', `command -v ${name}`]).catch(() => null)
      return isThere ? [] : [name]
    }),
  )
  return found.flat()
}

/** Makes a bare Debian with systemd in a folder. These packages are fetched, and not installed: it has no network. */
export async function makeMachine(folder: string, packages: readonly string[]): Promise<void> {
  await follow('debootstrap', ['--variant=minbase', '--include=systemd,systemd-sysv', RELEASE, folder])
  await follow('chroot', [folder, 'apt-get', 'update', '-qq'])
  await follow('chroot', [folder, 'apt-get', 'install', '-qq', '--download-only', ...packages])
  await rm(`${folder}/etc/resolv.conf`, { force: true })
  await appendFile(`${folder}/etc/hosts`, `127.0.0.1 localhost ${DOMAIN}\n::1 localhost\n`)
}

/** Runs a step, whose last lines tell why it failed. */
async function follow(program: string, args: string[]): Promise<void> {
  console.log([program, ...args].join(' '))
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  await run(program, args, { env, maxBuffer: 64 * 2 ** 20 }).catch((error: Error & { stdout: string }) => {
    throw new Error(`${error.message}\n${error.stdout.split('\n').slice(-20).join('\n')}`, { cause: error })
  })
}

/** Boots a machine, with a network of its own that leads nowhere. `pid` is its first process. */
export async function bootMachine(folder: string): Promise<{ pid: number; stop(): Promise<void> }> {
  const args = ['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe']
  const container = spawn('systemd-nspawn', [...args, `--directory=${folder}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [container.stdout, container.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(container, 'close')
  const stop = async () => {
    container.kill('SIGTERM')
    const late = setTimeout(() => container.kill('SIGKILL'), STOPS_WITHIN_MS)
    await ended.finally(() => clearTimeout(late))
  }
  try {
    const pid = await untilBooted(container)
    return { pid, stop }
  } catch (error) {
    await stop()
    throw new Error(`The machine did not boot:\n${said}`, { cause: error })
  }
}

async function untilBooted(container: ChildProcess): Promise<number> {
  while (container.exitCode === null && container.signalCode === null) {
    const children = await readFile(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8')
    for (const pid of children.split(' ').filter(Boolean).map(Number)) {
      const { output } = await runIn(pid, 'systemctl is-system-running', {}).catch(() => ({ output: '' }))
      // Degraded: what a container can't do, such as to set the clock.
      if (/^(?:running|degraded)$/m.test(output)) return pid
    }
    await sleep(200)
  }
  throw new Error('it ended')
}

const namespaces = (pid: number) => ['--target', String(pid), '--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup']
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Starts a program in the machine whose first process is `pid`, as its root, with this environment alone. One that runs
 * on has to end with its standard input, which `nsenter` outlives: the machine can't shut down before.
 */
export function startIn(pid: number, command: readonly string[], env: Record<string, string>): ChildProcess {
  const pairs = Object.entries({ PATH, HOME: '/root', ...env }).map(([name, value]) => `${name}=${value}`)
  const args = [...namespaces(pid), 'env', '-i', '--chdir=/root', ...pairs, ...command]
  return spawn('nsenter', args, { stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Runs commands of bash in the machine, up to the first that fails. */
export async function runIn(
  pid: number,
  commands: string,
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = startIn(pid, ['bash', '--norc', '-euo', 'pipefail', '-c', commands], env)
  child.stdin?.end()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}
