import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { imageAddress, IMAGES_BASE, isImageFile } from '#contract/images/image-addresses.ts'
import { syncFolder } from '#server/files/sync-folder.ts'
import type { EncodedPicture, ImageHost } from '#server/ports/image-host.ts'

/**
 * Stores pictures as files: a folder per picture, `<dir>/<hash>/<width>.<format>`, which appears and disappears
 * atomically and never changes. Ignores what is no picture's hash or file.
 */
export function diskImages({ dir }: { dir: string }): ImageHost {
  return {
    id: 'disk',
    name: 'this server’s disk',
    sizes: 'all',
    publicAddress: null,
    origins: {},
    store: async (picture) => {
      const address = imageAddress(picture.hash)
      if (!address) throw new Error(`not a picture's hash: ${picture.hash}`)
      await storeFolder(dir, picture)
      return { address, removal: null }
    },
    read: async ({ hash }, file) =>
      isImageFile(`${IMAGES_BASE}/${hash}/${file}`) ? readIfThere(path.join(dir, hash, file)) : null,
    remove: async ({ hash }) => {
      if (imageAddress(hash)) await removeFolder(dir, hash)
    },
  }
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function storeFolder(dir: string, picture: EncodedPicture): Promise<void> {
  // Beside its final place, so that the rename stays within a file system. The dot keeps it from being served.
  const draft = path.join(dir, `.incoming-${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    for (const { width, format, bytes } of picture.variants)
      await writeDurably(path.join(draft, `${width}.${format}`), bytes)
    await syncFolder(draft)
    await rename(draft, path.join(dir, picture.hash)).catch((error: unknown) => {
      if (!isTaken(error)) throw error
    })
    await syncFolder(dir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes the folder by a rename first: half a picture left by a killed removal would pass for a whole one. */
async function removeFolder(dir: string, name: string): Promise<void> {
  const outgoing = path.join(dir, `.outgoing-${randomUUID()}`)
  try {
    await rename(path.join(dir, name), outgoing)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await rm(outgoing, { recursive: true, force: true })
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether the picture exists already: hashes name contents, so there is nothing to do. */
function isTaken(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])].includes(code)
}
