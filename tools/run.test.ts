import { once } from 'node:events'
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

// Small projects in folders with a space, with a fake npm and react-router that only log their calls.
const projects: string[] = []
afterEach(() => projects.splice(0).forEach((root) => rmSync(root, { recursive: true, force: true })))

const fakeNpm = `
const { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
appendFileSync('calls', 'npm ' + process.argv.slice(2, 4).join(' ') + '\\n')
if (existsSync('broken')) { console.error('npm: no such package'); process.exit(1) }
for (const folder of ['bin', 'node_modules']) mkdirSync('node_modules/node/' + folder, { recursive: true })
mkdirSync('node_modules/@react-router/dev', { recursive: true })
writeFileSync('node_modules/node/node_modules/.package-lock.json', '{}')
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node')
writeFileSync('node_modules/@react-router/dev/package.json', '{"bin":{"react-router":"tool.cjs"}}')
writeFileSync('node_modules/@react-router/dev/tool.cjs', "require('../../../react-router.cjs')")
`

// Builds until there is a file "go", if there is one called "wait".
const fakeReactRouter = `
const { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } = require('node:fs')
const into = process.env.BUILD_INTO
rmSync(into, { recursive: true, force: true })
mkdirSync(into, { recursive: true })
writeFileSync(into + '/screens', readdirSync('contract').join())
appendFileSync('calls', 'react-router ' + process.argv[2] + '\\n')
if (existsSync('wait')) {
  writeFileSync('building', String(process.pid))
  const look = setInterval(() => existsSync('go') && clearInterval(look), 10)
}
process.once('beforeExit', () => {
  if (!existsSync('misspelt')) return
  console.error('react-router: no such route')
  process.exitCode = 1
})
`

function project(): string {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'dogear-run-')), 'a shop')
  projects.push(path.dirname(root))
  mkdirSync(path.join(root, 'contract'), { recursive: true })
  cpSync(path.join(import.meta.dirname, 'run.mjs'), path.join(root, 'tools/run.mjs'))
  cpSync(path.join(import.meta.dirname, 'run'), path.join(root, 'tools/run'), { recursive: true })
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/node":{"version":"24"}}}')
  mkdirSync(path.join(root, 'npm'))
  writeFileSync(path.join(root, 'npm/package.json'), '{"type":"commonjs"}')
  writeFileSync(path.join(root, 'npm/npm-cli.js'), fakeNpm)
  writeFileSync(path.join(root, 'react-router.cjs'), fakeReactRouter)
  writeFileSync(path.join(root, 'hello.ts'), `console.log('hello', ...process.argv.slice(2)); process.exitCode = 7`)
  // Logs its pid and the signal that ends it.
  writeFileSync(
    path.join(root, 'stay.ts'),
    `import { existsSync, writeFileSync } from 'node:fs'
    setInterval(() => existsSync('leave') && process.exit(4), 10)
    const end = (why: string) => { writeFileSync('ended', why); process.exit(3) }
    process.on('SIGTERM', () => end('SIGTERM')).on('SIGINT', () => end('SIGINT')).on('disconnect', () => end('disconnect'))
    process.on('SIGHUP', () => console.log('heard SIGHUP'))
    process.on('message', (message) => console.log(process.argv.slice(2), message))
    console.log('staying')`,
  )
  return root
}

interface Ended {
  code: number | null
  said: string
}

function start(root: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended>; said: () => string } {
  const child = spawn(process.execPath, ['tools/run.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, npm_execpath: path.join(root, 'npm/npm-cli.js') },
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, said })))
  return { child, ended, said: () => said }
}

const run = (root: string, ...args: string[]) => start(root, ...args).ended
const read = (root: string, name: string) => {
  const file = path.join(root, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('the first start installs, builds and runs; the second only runs', async () => {
  const root = project()
  const first = await run(root, '--screens', 'hello.ts', 'to', 'you all')
  expect(first.said).toContain('hello to you all')
  expect(first.code).toBe(7)
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\n')

  const second = await run(root, '--screens', 'hello.ts')
  expect(second.said).toBe('hello\n')
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\n')
})

test('a change of the contract builds again, other packages install again, a script does neither', async () => {
  const root = project()
  await run(root, '--screens')
  writeFileSync(path.join(root, 'contract/books.ts'), '')
  await run(root, '--screens')
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\nreact-router build\n')

  rmSync(path.join(root, 'node_modules'), { recursive: true })
  rmSync(path.join(root, 'calls'))
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/node":{"version":"25"}}}')
  await run(root)
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\n')
  writeFileSync(path.join(root, 'package.json'), '{"type":"module","scripts":{"start":"node ."}}')
  await run(root)
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\n')
})

test('each build has a folder of its own; former ones are deleted when no shop serves from them', async () => {
  const root = project()
  const build = async (name: string) => {
    writeFileSync(path.join(root, 'contract', name), '')
    await run(root, '--screens')
    return read(root, 'build/current')
  }
  const screens = () => readdirSync(path.join(root, 'build')).filter((name) => name !== 'current')
  const first = await build('a.ts')
  mkdirSync(path.join(root, 'build', first, '.serving'))
  writeFileSync(path.join(root, 'build', first, '.serving', String(process.pid)), '')
  const second = await build('b.ts')
  mkdirSync(path.join(root, 'build', second, '.serving'))
  writeFileSync(path.join(root, 'build', second, '.serving/99999999'), '')
  expect([read(root, `build/${first}/screens`), read(root, `build/${second}/screens`)]).toEqual(['a.ts', 'a.ts,b.ts'])
  // A former build is still there: only the pointer moves.
  rmSync(path.join(root, 'contract/b.ts'))
  expect(await build('a.ts')).toBe(first)
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\nreact-router build\n')
  const later = [await build('c.ts'), await build('d.ts'), await build('e.ts')]
  expect(screens().toSorted()).toEqual([first, ...later].toSorted())
})

test('what only checks the code is installed when it is asked for, over what is there, and stays', async () => {
  const root = project()
  await run(root)
  await run(root, '--checks', 'hello.ts')
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nnpm install --no-save\n')
  await run(root, 'hello.ts')
  await run(root, '--checks', '--screens', 'hello.ts')
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nnpm install --no-save\nreact-router build\n')
})

test('asked for at once, all is installed at once; other packages make it begin afresh', async () => {
  const root = project()
  expect((await run(root, '--checks', 'hello.ts', '--checks')).said).toContain('hello --checks')
  expect(read(root, 'calls')).toBe('npm ci --include=dev\n')
  rmSync(path.join(root, 'calls'))
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/node":{"version":"25"}}}')
  rmSync(path.join(root, 'node_modules'), { recursive: true })
  await run(root, '--checks')
  expect(read(root, 'calls')).toBe('npm ci --include=dev\n')
})

test('what was installed by hand counts, with what checks the code or without', async () => {
  const root = project()
  const packages = { 'node_modules/node': { version: '24' }, 'node_modules/linter': { version: '1', dev: true } }
  const installed = (names: Partial<typeof packages>) => JSON.stringify({ packages: names })
  writeFileSync(path.join(root, 'package-lock.json'), installed(packages))
  mkdirSync(path.join(root, 'node_modules'))
  const list = path.join(root, 'node_modules/.package-lock.json')

  writeFileSync(list, installed({ 'node_modules/node': packages['node_modules/node'] }))
  expect((await run(root, 'hello.ts')).said).toBe('hello\n')
  expect(read(root, 'calls')).toBe('')
  await run(root, '--checks', 'hello.ts')
  expect(read(root, 'calls')).toBe('npm install --no-save\n')

  rmSync(path.join(root, 'node_modules'), { recursive: true })
  mkdirSync(path.join(root, 'node_modules'))
  writeFileSync(list, installed(packages))
  expect((await run(root, '--checks', 'hello.ts')).said).toBe('hello\n')
  expect(read(root, 'calls')).toBe('npm install --no-save\n')
})

test('a failed installation shows why, runs nothing and is tried again', async () => {
  const root = project()
  writeFileSync(path.join(root, 'broken'), '')
  const { code, said } = await run(root, 'hello.ts')
  expect(code).toBe(1)
  expect(said).toContain('npm: no such package\nThe packages could not be installed; the reason is above.')
  expect(said).not.toContain('hello')
  rmSync(path.join(root, 'broken'))
  expect((await run(root, 'hello.ts')).code).toBe(7)
})

test('two starts at once install once, and a stale lock is no hindrance', async () => {
  const root = project()
  const dead = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['-e', ''])
    child.once('exit', () => resolve(child.pid ?? 0))
  })
  writeFileSync(path.join(root, '.preparing'), `${dead}\n`)
  const all = await Promise.all([run(root, '--screens', 'hello.ts'), run(root, '--screens', 'hello.ts')])
  expect(all.map(({ code }) => code)).toEqual([7, 7])
  expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\n')
  expect(existsSync(path.join(root, '.preparing'))).toBe(false)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches the program, whose exit code is ours', async (signal) => {
  const root = project()
  const { child, ended, said } = start(root, 'stay.ts')
  await expect.poll(said).toContain('staying')
  child.kill(signal)
  expect((await ended).code).toBe(3)
  expect(read(root, 'ended')).toBe(signal)
})

test('when we are killed, the program notices', async () => {
  const root = project()
  const { child, said } = start(root, 'stay.ts')
  await expect.poll(said).toContain('staying')
  child.kill('SIGKILL')
  await expect.poll(() => read(root, 'ended')).toBe('disconnect')
})

test('when the shell that npm runs us in is ended, the program is ended too', async () => {
  const root = project()
  await run(root)
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" tools/run.mjs stay.ts; true`], { cwd: root, env })
  let said = ''
  shell.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await expect.poll(() => said).toContain('staying')
  shell.kill('SIGTERM')
  await expect.poll(() => read(root, 'ended')).toBe('SIGTERM')
})

test('without npm the program stays when the shell that started it ends', async () => {
  const root = project()
  await run(root)
  const { npm_lifecycle_event: _, ...env } = process.env
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" tools/run.mjs stay.ts & echo $!; wait`], {
    cwd: root,
    env,
  })
  let said = ''
  shell.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await expect.poll(() => said).toContain('staying')
  await expect.poll(() => said).toMatch(/^\d+$/m)
  shell.kill('SIGKILL')
  await once(shell, 'exit')
  // Longer than two checks of the ancestors.
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(existsSync(path.join(root, 'ended'))).toBe(false)
  process.kill(Number(/^\d+$/m.exec(said)?.[0]), 'SIGTERM')
  await expect.poll(() => read(root, 'ended')).toBe('SIGTERM')
})

// Other systems don't report a parent's parent.
test.runIf(process.platform === 'linux')(
  'when npm is killed, the program is ended, though the shell lives on',
  async () => {
    const root = project()
    await run(root)
    // npm's way: a shell around the script, and its name in the environment.
    const npm = `require('node:child_process').spawn('/bin/sh', ['-c', '"$NODE" tools/run.mjs stay.ts; true'], {
    stdio: 'inherit',
    env: { ...process.env, npm_lifecycle_event: 'start', NODE: process.execPath },
  })`
    const child = spawn(process.execPath, ['-e', npm], { cwd: root })
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
    await expect.poll(() => said).toContain('staying')
    child.kill('SIGKILL')
    await expect.poll(() => read(root, 'ended')).toBe('SIGTERM')
  },
)

describe('a program that runs while the screens are built', () => {
  async function whileBuilding() {
    const root = project()
    await run(root)
    writeFileSync(path.join(root, 'wait'), '')
    const program = start(root, '--screens-beside', 'stay.ts')
    await expect.poll(program.said).toContain('staying')
    await expect.poll(() => read(root, 'building')).not.toBe('')
    return { root, builder: Number(read(root, 'building')), ...program }
  }
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('gets a message when they are built, and at a later start at once', async () => {
    const { root, child, ended, said } = await whileBuilding()
    expect(said()).not.toContain('prepared')
    writeFileSync(path.join(root, 'go'), '')
    await expect.poll(said).toContain("[ '--screens-beside' ] prepared")
    child.kill('SIGTERM')
    expect((await ended).code).toBe(3)

    const later = start(root, '--screens-beside', 'stay.ts')
    await expect.poll(later.said).toContain('prepared')
    later.child.kill('SIGTERM')
    await later.ended
    expect(read(root, 'calls')).toBe('npm ci --omit=dev\nreact-router build\n')
  })

  test('hears SIGHUP by itself, and the building goes on', async () => {
    const { root, child, ended, said } = await whileBuilding()
    child.kill('SIGHUP')
    await expect.poll(said).toContain('heard SIGHUP')
    writeFileSync(path.join(root, 'go'), '')
    await expect.poll(said).toContain("[ '--screens-beside' ] prepared")
    child.kill('SIGTERM')
    expect((await ended).code).toBe(3)
  })

  test('is ended where they can’t be built; why is the last word', async () => {
    const { root, ended } = await whileBuilding()
    writeFileSync(path.join(root, 'misspelt'), '')
    writeFileSync(path.join(root, 'go'), '')
    const { code, said } = await ended
    expect(code).toBe(1)
    expect(said).toMatch(/react-router: no such route\nThe screens could not be built; the reason is above\.\n$/)
    expect(read(root, 'ended')).toBe('SIGTERM')
  })

  test('is asked to end, and the building ends as well', async () => {
    const { root, builder, child, ended } = await whileBuilding()
    child.kill('SIGTERM')
    expect((await ended).code).toBe(3)
    expect([read(root, 'ended'), isRunning(builder)]).toEqual(['SIGTERM', false])
    expect(existsSync(path.join(root, '.preparing'))).toBe(false)
  })

  test('ends by itself, and the building is given up', async () => {
    const { root, builder, ended } = await whileBuilding()
    writeFileSync(path.join(root, 'leave'), '')
    expect((await ended).code).toBe(4)
    expect(isRunning(builder)).toBe(false)
    expect(existsSync(path.join(root, '.preparing'))).toBe(false)
  })
})

test('a file that is not there is said in a sentence', async () => {
  const { code, said } = await run(project(), 'gone.ts')
  expect([code, said]).toEqual([1, 'There is no gone.ts here.\n'])
})
