import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Manifest {
  name: string
  version: string
  license: string
  type: string
  imports: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
}

/** The commands of an operator and their programs, by the scripts: those that run without what checks or builds. */
export const operatorCommands = ({ scripts }: Pick<Manifest, 'scripts'>): [command: string, program: string][] =>
  Object.entries(scripts).flatMap(([command, script]) => {
    const [, flag, program] = /^node tools\/run\.mjs (?:(--\S+) )?(\S+\.ts)$/.exec(script) ?? []
    const isForOperators = program && command !== 'dev' && (flag === undefined || flag === '--screens-beside')
    return isForOperators ? [[command, program] as [string, string]] : []
  })

/** Folders that the shop loads as a whole: some of their files are found by their folder. */
const FOLDERS = ['server', 'contract', 'cover', 'pages', 'docs', 'deploy']
const FILES = ['CHANGELOG.md', 'LICENSE']

/**
 * Lists the files of ours in an archive, by their paths below `root`, in order: the server's folders, the texts, and of
 * the tools what the operator's commands load. The build of the screens comes from elsewhere.
 */
export async function ourFiles(root: string, programs: readonly string[]): Promise<string[]> {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    ),
  )
  const tools = new Set<string>()
  for (const program of programs) await reach(root, program, tools)
  return [...inFolders.flat().filter(isShipped), ...FILES, ...[...tools].filter((file) => file.startsWith('tools/'))]
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
}

/** No tests, and no pictures of the documents. */
const isShipped = (file: string) => !/\.(test\.ts|test\.ts\.snap)$/.test(file) && !file.startsWith('docs/pictures/')

/** Adds a file and all that it loads, at once or later. */
async function reach(root: string, file: string, reached: Set<string>): Promise<void> {
  if (reached.has(file)) return
  reached.add(file)
  const text = await readFile(path.join(root, file), 'utf8')
  for (const [, name = ''] of text.matchAll(/(?:from|import\(?) ?'(\.{1,2}\/[^']*|#[^']*)'/g)) {
    const next = name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)
    if (next.endsWith('.ts')) await reach(root, next, reached)
  }
}
