import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#server/files/sync-folder.ts'
import type { EncodedPicture, ImageHost } from '#server/ports/image-host.ts'

/** What our own pictures are called, below /images: nothing else is stored, served or removed. */
const OWN_URL = /^\/images\/([0-9a-f]{32,64})\/1200\.webp$/

/**
 * Keeps pictures as files: one folder per picture, `<dir>/<hash>/<width>.<format>`, which appears whole or not at
 * all and never changes after. URLs are relative to the shop: `/images/<hash>/1200.webp`.
 */
export function diskImages({ dir }: { dir: string }): ImageHost {
  return {
    store: async (picture) => {
      const url = `/images/${picture.hash}/1200.webp`
      await storeFolder(dir, folderOf(url), picture)
      return { url }
    },
    read: async (url) => {
      const folder = folderOf(url)
      return folder ? readIfThere(path.join(dir, folder, '1200.webp')) : null
    },
    remove: async (url) => {
      const folder = folderOf(url)
      if (folder) await rm(path.join(dir, folder), { recursive: true, force: true })
    },
  }
}

const folderOf = (url: string) => OWN_URL.exec(url)?.[1]

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function storeFolder(dir: string, name: string | undefined, picture: EncodedPicture): Promise<void> {
  if (!name) throw new Error(`not a picture's hash: ${picture.hash}`)
  // Beside its final place, so that the rename stays within one file system. The dot keeps it from being served.
  const draft = path.join(dir, `.incoming-${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    for (const { width, format, bytes } of picture.variants)
      await writeDurably(path.join(draft, `${width}.${format}`), bytes)
    await syncFolder(draft)
    await rename(draft, path.join(dir, name)).catch((error: unknown) => {
      if (!isTaken(error)) throw error
    })
    await syncFolder(dir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
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

/** The same picture is there already: hashes name contents, so there is nothing to do. */
function isTaken(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])].includes(code)
}
