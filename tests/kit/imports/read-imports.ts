import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** An import of a file: its specifier, and whether it is for types only, so that nothing is loaded. */
export interface Import {
  from: string
  specifier: string
  isOfTypes: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s([^'"]*?)from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** The imports and re-exports in a file's text. */
export const importsOf = (from: string, source: string): Import[] =>
  [...source.matchAll(IMPORT)].map(([, what = '', named, bare, dynamic]) => ({
    from,
    specifier: named ?? bare ?? dynamic ?? '',
    isOfTypes: /^type\s/.test(what),
  }))

/** The path in the checkout that an import names; a package is `npm:` and its name. */
export function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
    : `npm:${specifier}`
}

/** All TypeScript and JavaScript of the checkout, as paths from its root. */
export async function sourceFiles(): Promise<string[]> {
  const folders = ['contract', 'cover', 'server', 'client', 'tests', 'tools', 'bench']
  const nested = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => path.posix.join(folder, file)),
    ),
  )
  return [...(await readdir('.')), ...nested.flat()].filter((file) => /\.(tsx?|mjs)$/.test(file))
}

/** Every import of the checkout. */
export async function allImports(): Promise<Import[]> {
  const files = await sourceFiles()
  return (await Promise.all(files.map(async (file) => importsOf(file, await readFile(file, 'utf8'))))).flat()
}
