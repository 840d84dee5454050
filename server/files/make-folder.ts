import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and its missing parents; returns the topmost that it made. Node's recursive mkdir loops for ever, at
 * full speed, on a disk that makes no folders and answers ENOENT, as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<string | undefined> {
  try {
    return await makeOne(folder, mode)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  const above = path.dirname(folder)
  const madeAbove = (await isFolder(above)) ? undefined : await makeFolder(above, mode)
  // A parent that is new may have been made by another program; one that always existed fails again.
  const made = await makeOne(folder, mode)
  return madeAbove ?? made
}

async function makeOne(folder: string, mode?: number): Promise<string | undefined> {
  try {
    await mkdir(folder, mode)
    return folder
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await isFolder(folder))) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
