import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'
import { syncFolder } from '#server/files/sync-folder.ts'
import type { ArchiveEntry, Archives } from '#server/ports/archives.ts'

const NAME = /^([0-9a-f-]{36})\.zip$/

/** Stores archives as files: `<id>.zip`, written as `<id>.zip.<uuid>.part` first. */
export function diskArchives({ dir }: { dir: string }): Archives & { fileOf(id: string): string } {
  const fileOf = (id: string) => {
    const name = `${id}.zip`
    if (!NAME.test(name)) throw new Error(`not an archive’s id: ${id}`)
    return path.join(dir, name)
  }
  return {
    fileOf,
    async write(id, entries) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = fileOf(id)
      const draft = `${file}.${randomUUID()}.part`
      try {
        const bytes = await writeZip(draft, entries)
        await rename(draft, file)
        await syncFolder(dir)
        return bytes
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(id) {
      const file = fileOf(id)
      const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found && { bytes: found.size, content: bytesOf(file) }
    },

    async list() {
      const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.flatMap((name) => NAME.exec(name)?.[1] ?? [])
    },

    remove: (id) => rm(fileOf(id), { force: true }),
  }
}

/** Opens the file with the first read. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}

/** Streams entries into the archive, one in memory at a time. */
async function writeZip(draft: string, entries: AsyncIterable<ArchiveEntry>): Promise<number> {
  // The library declares the browser's type of the same stream.
  const zip = makeZip(inputs(entries)) as ReadableStream<Uint8Array>
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.fromWeb(zip), file)
  return file.bytesWritten
}

async function* inputs(entries: AsyncIterable<ArchiveEntry>) {
  const lastModified = new Date()
  for await (const { name, content } of entries) {
    if (content instanceof Uint8Array) yield { name, lastModified, input: new Uint8Array(content) }
    else yield { name, lastModified, input: content }
  }
}
