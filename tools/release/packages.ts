import { existsSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import path from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** The packages of a lock file by their folders; '' is the project itself. */
export type Lock = Readonly<Record<string, Locked>>

/** The packages that these sources import, by name. */
export function importedPackages(sources: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const source of sources)
    for (const [, name = ''] of source.matchAll(
      /(?:\bfrom|\bimport\(?|createRequire\([^)]*\)\() ?["']([@\w][^"'\s:]*)["']/g,
    )) {
      const [first = '', second = ''] = name.split('/')
      if (!builtinModules.includes(first)) found.add(first.startsWith('@') ? `${first}/${second}` : first)
    }
  return found
}

/**
 * The folders of these packages and of all that they need, as npm has put them. Left out are those that no lock file
 * names and those that aren't installed, such as other systems' programs; so are packages of types alone.
 */
export function neededFolders(names: Iterable<string>, lock: Lock, isThere: (folder: string) => boolean): string[] {
  const needed = new Set<string>()
  const waiting = [...names].map((name) => ({ name, from: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = findFolder(next.name, next.from, lock)
    if (folder === null || needed.has(folder) || next.name.startsWith('@types/') || !isThere(folder)) continue
    needed.add(folder)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[folder]!
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push({ name, from: folder })
  }
  return [...needed].toSorted()
}

/** Where Node looks for a package: beside the one that asks, then further out. */
function findFolder(name: string, from: string, lock: Lock): string | null {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (folder in lock) return folder
  return from === '' ? null : findFolder(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), lock)
}

/**
 * What Node never loads: types and sources that it refuses in packages, source maps, headers, what only people read, and
 * builds for other runtimes. Builds for development stay: Node reads there which names a package exports.
 */
const UNREAD =
  /\.(?:(?:browser|bun|edge)\.(?:\w+\.)*[cm]?js|[cm]?tsx?|map|flow|tsbuildinfo|md|markdown|html?|[ch]|cc|hpp|gypi?|coffee|ya?ml)$/i
const LICENCE = /^(?:licen[cs]e|notice|copying)/i
const UNLOADED = /^(?:tests?|__tests__|docs?|examples?|bench(?:marks?)?|coverage|man|\..*)$/i

/** Whether a shop may load this file of a package, or the licence asks for it; by its path in the package. */
export function isLoaded(file: string): boolean {
  const parts = file.split('/')
  const name = parts.at(-1)!
  if (LICENCE.test(name)) return true
  return !UNREAD.test(name) && !name.startsWith('.') && !(parts.length > 1 && UNLOADED.test(parts[0]!))
}

/** Lists the files of the packages that these sources need, below `root`; links as well. */
export async function packageFiles(
  root: string,
  sources: Iterable<string>,
  others: readonly string[],
): Promise<string[]> {
  const lock = (JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages
  const isThere = (folder: string) => existsSync(path.join(root, folder))
  const folders = neededFolders([...importedPackages(sources), ...others], lock, isThere)
  const lists = await Promise.all(folders.map((folder) => filesOf(root, folder, '')))
  return lists.flat().toSorted()
}

async function filesOf(root: string, folder: string, below: string): Promise<string[]> {
  const names = await readdir(path.join(root, folder, below))
  const lists = await Promise.all(
    names.map(async (name) => {
      const file = path.posix.join(below, name)
      // Packages inside of it have folders of their own in the list.
      if (file === 'node_modules') return []
      const isFolder = (await lstat(path.join(root, folder, file))).isDirectory()
      if (isFolder) return filesOf(root, folder, file)
      return isLoaded(file) ? [path.posix.join(folder, file)] : []
    }),
  )
  return lists.flat()
}
