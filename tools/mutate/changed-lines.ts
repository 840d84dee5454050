import { gitLines } from './copy-of-tree.ts'

/** Files that differ from a commit, committed or not, with their new lines; null for all lines. */
export async function changedLines(base: string): Promise<Map<string, Set<number> | null>> {
  const changed = new Map<string, Set<number> | null>()
  let lines = new Set<number>()
  for (const line of await gitLines(
    '-c',
    'core.quotePath=false',
    'diff',
    '-U0',
    '--no-ext-diff',
    '--no-prefix',
    base,
  )) {
    const [, file] = /^\+\+\+ (.+?)\t?$/.exec(line) ?? []
    if (file) changed.set(file, (lines = new Set()))
    const [isHunk, first, count = 1] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (isHunk) for (let at = 0; at < Number(count); at += 1) lines.add(Number(first) + at)
  }
  for (const file of await gitLines('ls-files', '-o', '--exclude-standard')) changed.set(file, null)
  return changed
}

/** Default base: where the branch left `main`, or on `main` the commit before. */
export async function usualBase(): Promise<string> {
  const [head] = await gitLines('rev-parse', 'HEAD')
  const [base] = await gitLines('merge-base', 'HEAD', 'main').catch(() => [])
  return base && base !== head ? base : 'HEAD~1'
}
