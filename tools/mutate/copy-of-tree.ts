import { execFile } from 'node:child_process'
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '#tools/run-step.ts'

const run = promisify(execFile)

/** Output of git in the checkout, by line. */
export async function gitLines(...args: string[]): Promise<string[]> {
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 64 * 1024 ** 2 })
  return stdout.split('\n').filter(Boolean)
}

/**
 * Copies the checkout, uncommitted changes included, into the run's folder; packages and built screens are linked.
 * Deleted with the run's folder.
 */
export async function copyOfTree(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-mutate-'))
  const files = await gitLines('-c', 'core.quotePath=false', 'ls-files', '-co', '--exclude-standard', '--deduplicate')
  for (const file of files)
    // Git still lists a file that was deleted but not committed.
    await cp(path.join(root, file), path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  await cp(path.join(root, 'build'), path.join(folder, 'build'), { recursive: true }).catch(() => {})
  return folder
}
