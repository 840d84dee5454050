import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { runProgram } from '#tests/kit/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** What an operator runs: no script that needs what checks the code. */
const programs = Object.values(scripts).flatMap((script) =>
  script.includes('--checks') ? [] : (/ ((?:tools|server)\/\S+\.ts)$/.exec(script)?.[1] ?? []),
)
const LOADER = 'server/load-settings.ts'

/** Files that a file imports, those it loads later included. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return Array.from(text.matchAll(/(?:from|import\(?) ?'(\.{1,2}\/[^']*|#[^']*)'/g), ([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name),
  ).filter((name) => /^(tools|server)\/.*\.ts$/.test(name))
}

function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of importsOf(file)) reachable(name, seen)
  return seen
}

test('every program and tool of an operator goes through the one loader of settings', () => {
  expect(programs.length).toBeGreaterThan(9)
  expect(programs.filter((file) => !reachable(file).has(LOADER))).toEqual([])
})

test('nothing beside the loader takes settings from the environment or parses a file of them', () => {
  const files = new Set(programs.flatMap((file) => [...reachable(file)]))
  const using = (pattern: RegExp) =>
    [...files].filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))
  expect(using(/\bgivenEnvironment\b/).toSorted()).toEqual([
    'server/given-environment.ts',
    LOADER,
    // What it gives to the tools of later: the loader's first layer.
    'server/run-shop.ts',
    // The environment of the server that it restarts.
    'tools/dev.ts',
  ])
  expect(using(/\bparseEnv\b|\bloadEnvFile\b/)).toEqual(['server/config/env-file.ts'])
  expect(using(/\breadConfig\(/).toSorted()).toEqual([
    'server/config.ts',
    'server/run-shop.ts',
    'server/run-worker.ts',
    'tools/dev.ts',
    'tools/doctor/doctor.ts',
    'tools/domain/domain.ts',
    'tools/find-shop.ts',
    'tools/settings/settings.ts',
  ])
})

/** A program of each way to the loader; with-shop.ts and with-place.ts are those of all other tools. */
const CALLS: Record<string, string[]> = {
  'server/start.ts': [],
  'tools/dev.ts': [],
  'tools/admin.ts': ['ada@example.org'],
  'tools/backup.ts': ['backup.tar.gz'],
  'tools/doctor/doctor.ts': [],
  'tools/identity/identity.ts': ['--to', 'embedded'],
  'tools/settings/settings.ts': [],
}

test.each(Object.entries(CALLS))(
  '%s takes --env-file, and names the file and line of a mistake',
  async (program, call) => {
    const folder = await aFolder()
    const file = path.join(folder, 'club.env')
    await writeFile(file, `DATA_DIR=${path.join(folder, 'data')}\nPORT=many\n`)
    const { code, output } = await runProgram(program, [...call, '--env-file', file], {})
    expect(output).toContain(`PORT: must be a whole number (${file}, line 2)`)
    expect(code).toBe(1)
  },
)
