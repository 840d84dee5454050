import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFile } from '#server/files/hash-file.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { faultOfChanges, faultOfLock } from './check-release.ts'
import { operatorCommands, ourFiles, type Manifest } from './our-files.ts'
import { inOwnWords, launcher } from './own-words.ts'
import { importedPackages, isLoaded, neededFolders, type Lock } from './packages.ts'
import { writeArchive } from './write-archive.ts'

const root = path.resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest
const commands = operatorCommands(manifest)

describe('what is packed', () => {
  test('every command of an operator, and none that builds or tests', () => {
    const names = commands.map(([command]) => command)
    expect(names).toEqual(expect.arrayContaining(['start', 'admin', 'backup', 'restore', 'move', 'doctor', 'settings']))
    expect(names.filter((name) => /^(dev|build|test|check|release|bench)/.test(name))).toEqual([])
  })

  test('the files that the commands load, and no tests, no screens’ sources, and no tool of ours', async () => {
    const files = await ourFiles(
      root,
      commands.map(([, program]) => program),
    )
    const wanted = [
      'server/start.ts',
      'server/database/migrations/0072-owed-orders.sql',
      'tools/find-shop.ts',
      'LICENSE',
    ]
    expect(files).toEqual(expect.arrayContaining([...wanted, ...commands.map(([, program]) => program)]))
    expect(
      files.filter((file) => /\.test\.ts|^(client|tests|bench)\/|^tools\/(dev|release|run-tests)/.test(file)),
    ).toEqual([])
  })

  test('the packages that sources import, by whatever way, and what those need', () => {
    const sources = [
      `import { a } from 'one/part'\nimport type { B } from '@two/b'\nimport x from 'node:fs'\nimport './near.ts'`,
      `const c = await import('three')\nconst d = createRequire(import.meta.url)('four')`,
      'import{e}from"five";',
    ]
    const names = importedPackages(sources)
    expect([...names]).toEqual(['one', '@two/b', 'three', 'four', 'five'])
    const lock: Lock = {
      '': {},
      'node_modules/one': { dependencies: { six: '1', '@types/one': '1' }, optionalDependencies: { elsewhere: '1' } },
      'node_modules/one/node_modules/six': {
        peerDependencies: { seven: '1', eight: '1' },
        peerDependenciesMeta: { eight: { optional: true } },
      },
      'node_modules/six': {},
      'node_modules/seven': {},
      'node_modules/eight': {},
      'node_modules/elsewhere': {},
      'node_modules/@types/one': {},
    }
    expect(neededFolders(names, lock, (folder) => folder !== 'node_modules/elsewhere')).toEqual([
      'node_modules/one',
      'node_modules/one/node_modules/six',
      'node_modules/seven',
    ])
  })

  test.each([
    ['lib/index.js', true],
    ['package.json', true],
    ['LICENSE.md', true],
    ['lib/docs/page.js', true],
    ['cjs/react-dom-server.production.js', true],
    ['cjs/react-dom-server.node.development.js', true],
    ['cjs/react-dom-server.edge.development.js', false],
    ['server.browser.js', false],
    ['lib/index.d.mts', false],
    ['lib/index.js.map', false],
    ['src/index.ts', false],
    ['test/index.js', false],
    ['.github/x.json', false],
    ['README.md', false],
  ])('of a package: %s (%j)', (file, isIn) => {
    expect(isLoaded(file)).toBe(isIn)
  })
})

describe('the launcher', () => {
  test('what npm would run is said as the archive’s own command; what only a checkout runs stays', () => {
    const said =
      'npm start; npm run backup -- FILE; "npm run demo -- --clear"; npm run admin; npm run build; npm run backups'
    expect(inOwnWords(said, ['start', 'backup', 'demo', 'admin'])).toBe(
      './dogear start; ./dogear backup FILE; "./dogear demo --clear"; ./dogear admin; npm run build; npm run backups',
    )
  })

  test('runs a program on the Node beside it, from any folder and through a link, with what follows', async () => {
    const folder = await aFolder()
    await mkdir(path.join(folder, 'bin'))
    const program = async (name: string, text: string) => {
      await writeFile(path.join(folder, name), text)
      await chmod(path.join(folder, name), 0o755)
    }
    await program('bin/node', '#!/bin/sh\necho "$MALLOC_ARENA_MAX" "$@"\n')
    const frugal = { heap: ['--heap=8', '--growing=50'], memory: { MALLOC_ARENA_MAX: '2' } }
    await program('dogear', launcher('0.1.0', [['backup', 'tools/backup.ts']], frugal))
    await symlink(path.join(folder, 'dogear'), path.join(folder, 'link'))
    const run = (file: string, args: string[], env = {}) =>
      execFileSync(path.join(folder, file), args, {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', ...env },
        encoding: 'utf8',
        stdio: 'pipe',
      })
    const told = `2 --heap=8 --growing=50 ${folder}/tools/backup.ts a file.tar.gz\n`
    expect(run('dogear', ['backup', 'a file.tar.gz'])).toBe(told)
    expect(run('link', ['backup', '--', 'a file.tar.gz'], { MALLOC_ARENA_MAX: '4' })).toBe(told.replace('2', '4'))
    expect(run('dogear', ['--version'])).toBe('Dogear 0.1.0\n')
    expect(run('dogear', [])).toContain('./dogear backup')
    expect(() => run('dogear', ['lint'])).toThrow('There is no command lint in a release')
  })
})

test('the same files and time give the same bytes, in whatever order; programs and links stay what they are', async () => {
  const folder = await aFolder()
  await writeFile(path.join(folder, 'a.txt'), 'a')
  await symlink('a.txt', path.join(folder, 'b.txt'))
  const entries = [
    { name: 'a.txt', from: path.join(folder, 'a.txt') },
    { name: 'b.txt', from: path.join(folder, 'b.txt') },
    { name: `${'long/'.repeat(40)}name.txt`, text: 'c' },
    { name: 'run', text: '#!/bin/sh\n', isProgram: true },
  ]
  const [one, other] = [path.join(folder, '1.tar.gz'), path.join(folder, '2.tar.gz')]
  const options = { folder: 'dogear-1', mtime: new Date('2026-11-28T00:00:00Z') }
  expect(await writeArchive(one, { ...options, entries })).toBe(12)
  await writeArchive(other, { ...options, entries: entries.toReversed() })
  expect(await hashFile(one)).toBe(await hashFile(other))
  const listed = execFileSync('tar', ['-tvzf', one], { encoding: 'utf8' })
  expect(listed).toMatch(/^-rw-r--r-- 0\/0 .* dogear-1\/a\.txt$/m)
  expect(listed).toMatch(/^l.* dogear-1\/b\.txt -> a\.txt$/m)
  expect(listed).toMatch(/^-rwxr-xr-x .* dogear-1\/run$/m)
  expect(listed).toContain('/name.txt')
})

describe('what keeps a checkout from being released', () => {
  test.each([
    ['## 0.1.0 — 2026-12-01\n- First.', 'no heading'],
    ['## 0.2.0 — unreleased\n- Better.', 'no day'],
    ['## 0.2.0 — 2026-12-01\n\n## 0.1.0 — 2026-11-28\n- First.', 'says nothing'],
  ])('changes: %j', (changes, fault) => {
    expect(faultOfChanges(changes, '0.2.0')).toContain(fault)
  })

  test('nothing, where a dated heading says what changed', () => {
    expect(faultOfChanges('## 0.2.0 — 2026-12-01\n\n- Better.\n\n## 0.1.0', '0.2.0')).toBeNull()
  })

  test('a lock file of other packages, or of another version', () => {
    const own = { version: '0.1.0', dependencies: { one: '1' } }
    expect(faultOfLock(own, { version: '0.1.0', packages: { '': own } })).toBeNull()
    expect(
      faultOfLock(own, { version: '0.1.0', packages: { '': { ...own, dependencies: { one: '2' } } } }),
    ).not.toBeNull()
    expect(faultOfLock(own, { version: '0.0.9', packages: { '': own } })).not.toBeNull()
  })
})
