import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RUN_FOLDER } from './run-folder.ts'
import { until } from './until.ts'

const program = `
  import { spawn } from 'node:child_process'
  import { beginRun, RUN_FOLDER } from '#tests/kit/run-folder.ts'
  const end = beginRun()
  const { startClusterOfTests } = await import('#tests/kit/cluster-of-tests.ts')
  const { url } = await startClusterOfTests()
  const helper = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ folder: process.env[RUN_FOLDER], url, helper: helper.pid }))
  process.on('SIGTERM', () => end().then(() => process.exit(0)))
  setInterval(() => {}, 1000)`

interface Run {
  folder: string
  url: string
  helper: number
  /** Whether all of it is cleaned up. */
  isGone(): boolean
  signal(signal: NodeJS.Signals): Promise<number | null>
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A run of its own, with a database and a program that would outlive it. */
async function aRun(): Promise<Run> {
  const { [RUN_FOLDER]: _ours, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  await until(() => said.includes('\n') || child.exitCode !== null)
  const told = JSON.parse(said) as { folder: string; url: string; helper: number }
  const [cluster = ''] = await clustersIn(told.folder)
  const postmaster = Number.parseInt(await readFile(cluster, 'utf8'), 10)
  return {
    ...told,
    isGone: () => !isAlive(postmaster) && !isAlive(told.helper) && !existsSync(told.folder),
    signal: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

async function clustersIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('postmaster.pid')).map((file) => path.join(folder, file))
}

test.runIf(process.platform === 'linux')(
  'a run that is killed leaves no PostgreSQL, no helper and no folder',
  async () => {
    const run = await aRun()
    expect(run.isGone()).toBe(false)
    await run.signal('SIGKILL')
    await until(run.isGone)
  },
)

test.runIf(process.platform === 'linux')('a run that ends has cleared away when it is over', async () => {
  const run = await aRun()
  expect(await run.signal('SIGTERM')).toBe(0)
  expect(run.isGone()).toBe(true)
})

/** What a short program of its own prints, which begins a run. */
async function printed(program: string): Promise<string> {
  const { [RUN_FOLDER]: _ours, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  return said
}

test('a program that has nothing left to do but to end its run ends it', async () => {
  const short = `
    import { existsSync } from 'node:fs'
    import { beginRun, RUN_FOLDER } from '#tests/kit/run-folder.ts'
    await beginRun()()
    console.log(existsSync(process.env[RUN_FOLDER]) ? 'left' : 'gone')`
  expect(await printed(short)).toBe('gone\n')
})

test('a run keeps everything where TMPDIR says, if it says so', async () => {
  const where = `
    import { beginRun, RUN_FOLDER } from '#tests/kit/run-folder.ts'
    const end = beginRun()
    console.log(process.env[RUN_FOLDER])
    await end()`
  expect(path.dirname((await printed(where)).trim())).toBe(process.env.TMPDIR)
})

test('a caretaker touches nothing that is no folder of a run', async () => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'caretaker.ts'), import.meta.dirname], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.end()
  expect(await new Promise((resolve) => child.once('exit', resolve))).not.toBe(0)
  expect(existsSync(import.meta.filename)).toBe(true)
})
