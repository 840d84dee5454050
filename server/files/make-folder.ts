import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder, and those above it that aren't there; gives the topmost that it made. Node's own way to do that never
 * ends, at full speed, where a disk makes no folders and says only that there is none (ENOENT), as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<string | undefined> {
  const above = path.dirname(folder)
  try {
    await mkdir(folder, mode)
    return folder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(folder))) return undefined
    if (code !== 'ENOENT' || (await isFolder(above))) throw error
  }
  const madeAbove = await makeFolder(above, mode)
  const made = await makeFolder(folder, mode)
  return madeAbove ?? made
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
