import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder, and those above it that aren't there; gives the topmost that it made. Node's own way to do that never
 * ends, at full speed, where a disk makes no folders and says only that there is none (ENOENT), as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<string | undefined> {
  try {
    return await makeOne(folder, mode)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  const above = path.dirname(folder)
  const madeAbove = (await isFolder(above)) ? undefined : await makeFolder(above, mode)
  // Where the one above is there only now, another program may have made it; where it always was, this fails again.
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
