import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const SIZE = '1200m'

export interface OwnDisk {
  /** Holds the data folder, and what the shop says. */
  home: string
  folder: string
  isOwn: boolean
  /** Removes all, or all but what the shop said. */
  remove(options: { butLog: boolean }): Promise<void>
}

/** A data folder for the chaos, on a small disk of its own where this user may mount one (root on Linux). */
export async function anOwnDisk(): Promise<OwnDisk> {
  const home = await mkdtemp(path.join(tmpdir(), 'dogear-chaos-'))
  await chmod(home, 0o755)
  const folder = path.join(home, 'data')
  await mkdir(folder)
  let isOwn = true
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'chaos', folder], { stdio: 'ignore' })
  } catch {
    isOwn = false
  }
  return {
    home,
    folder,
    isOwn,
    remove: async ({ butLog }) => {
      if (isOwn) execFileSync('umount', ['-l', folder])
      await rm(butLog ? folder : home, { recursive: true, force: true })
    },
  }
}
