import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-step.ts'

/** Test files by runner: Vitest or, in a browser, Playwright. Paths in the checkout, with slashes. */
export interface TestFiles {
  vitest: string[]
  playwright: string[]
}

const FOLDERS = ['contract', 'cover', 'server', 'client', 'tests', 'tools', 'bench']

/** Lists every test file of the checkout but those that need an outsider (`npm run test:outside`). */
export async function listTestFiles(): Promise<string[]> {
  const below = async (folder: string) =>
    (await readdir(path.join(root, folder), { recursive: true })).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    )
  const files = (await Promise.all(FOLDERS.map(below))).flat()
  return files.filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.startsWith('tests/outside/'))
}

/**
 * Selects tests by a word: a file, a folder, a source file with tests beside it, or a part of the path. Returns words
 * without a match.
 */
export function selectTests(files: string[], words: string[]): TestFiles & { unknown: string[] } {
  const selected = words.map((word) => ({ word, files: meantBy(files, word) }))
  const all = [...new Set(selected.flatMap(({ files }) => files))].toSorted()
  return {
    vitest: all.filter((file) => file.endsWith('.test.ts')),
    playwright: all.filter((file) => file.endsWith('.spec.ts')),
    unknown: selected.flatMap(({ word, files }) => (files.length === 0 ? [word] : [])),
  }
}

function meantBy(files: string[], word: string): string[] {
  const place = path.relative(root, path.resolve(root, word)).split(path.sep).join('/')
  const stem = place.replace(/(\.(test|spec))?\.tsx?$/, '')
  const named = files.filter((file) => file === place || file.startsWith(`${place}/`) || file.startsWith(`${stem}.`))
  return named.length > 0 || place === '' ? named : files.filter((file) => file.includes(word))
}
