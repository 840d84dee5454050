import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'

const run = promisify(execFile)

/** Output of git in this folder. */
export const git = async (root: string, ...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: root })).stdout.trim()

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
type Packages = Partial<Record<(typeof KINDS)[number], Record<string, string>>> & { version: string }

/** What is wrong with the changes of a version; null where nothing is. */
export function faultOfChanges(changes: string, version: string): string | null {
  const heading = `## ${version}`
  const at = changes.split('\n').findIndex((line) => line === heading || line.startsWith(`${heading} `))
  if (at === -1) return `CHANGELOG.md has no heading "${heading} — YYYY-MM-DD".`
  const [line = '', ...after] = changes.split('\n').slice(at)
  if (!/ — \d{4}-\d\d-\d\d$/.test(line)) return `CHANGELOG.md gives ${version} no day: "${line}".`
  const next = after.findIndex((one) => one.startsWith('## '))
  const said = after.slice(0, next === -1 ? undefined : next).some((one) => /^- \S/.test(one))
  return said ? null : `CHANGELOG.md says nothing of what ${version} changes.`
}

/** What is wrong with the lock file; null where nothing is. */
export function faultOfLock(manifest: Packages, lock: { version: string; packages: Record<string, Packages> }) {
  const own = lock.packages['']
  const isSame =
    manifest.version === lock.version &&
    manifest.version === own?.version &&
    KINDS.every((kind) => isDeepStrictEqual(manifest[kind] ?? {}, own[kind] ?? {}))
  return isSame ? null : 'package-lock.json isn’t that of package.json; npm install --package-lock-only makes it.'
}

/** What keeps this checkout from being released as `version`, a sentence each. `tag`: it is to be tagged as well. */
export async function faultsOf(root: string, version: string, { tag }: { tag: string | null }): Promise<string[]> {
  const readText = (name: string) => readFile(path.join(root, name), 'utf8')
  const changed = await git(root, 'status', '--porcelain')
  return [
    changed === '' ? null : `There is what isn’t committed:\n${changed}`,
    faultOfChanges(await readText('CHANGELOG.md'), version),
    faultOfLock(
      JSON.parse(await readText('package.json')) as Packages,
      JSON.parse(await readText('package-lock.json')) as Parameters<typeof faultOfLock>[1],
    ),
    tag !== null && (await git(root, 'tag', '--list', tag)) !== '' ? `There is a tag ${tag} already.` : null,
  ].filter((fault) => fault !== null)
}
