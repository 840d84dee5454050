import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '#tools/run-step.ts'

const FOLDERS = ['server', 'contract', 'cover']
const IMPORTED = /^(?:import|export) (?!type )[^'"]*from '([^.#'][^']*)'/gm

/** Imports the packages of the server's sources, and none of the sources. */
export async function importPackages(): Promise<void> {
  // A failed import is reported by the source that has it.
  await Promise.allSettled((await packagesOfServer()).map((name) => import(name)))
}

export async function packagesOfServer(): Promise<string[]> {
  const names = new Set<string>()
  for await (const file of glob(`{${FOLDERS.join(',')}}/**/*.ts`, { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(IMPORTED)) names.add(name)
  }
  return [...names]
}
