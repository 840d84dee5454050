import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, link, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { OperatorError } from '#server/database/operator-error.ts'
import { syncFolder } from '#server/files/sync-folder.ts'
import { CLOSING, type Closing } from './backup-format.ts'

const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])

/** A backup as a gzipped stream, entry by entry. */
interface PackedArchive {
  bytes: Readable
  /** Waits while the reader is slower than we are (backpressure). */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Ends the stream with the trailer. */
  close(end: Pick<Closing, 'tables' | 'pictures' | 'outside'>): Promise<void>
}

/** Packs entries into a backup; its reader gets the bytes. A failed reader rejects the next `add`. */
export function packArchive(): PackedArchive {
  const { readable, controller } = createTarPacker()
  const zipped = createGzip({ level: 4 })
  // The same streams; only their declarations for browsers and for Node differ.
  const tar = Readable.fromWeb(readable as NodeReadableStream)
  tar.on('error', (error) => zipped.destroy(error))
  zipped.on('close', () => tar.destroy())
  const hash = createHash('sha256')
  let entries = 0
  const append = async (name: string, bytes: Uint8Array) => {
    const body = controller.add({ name, size: bytes.length, mode: 0o600, mtime: new Date() }).getWriter()
    if (bytes.length > 0) await body.write(bytes)
    await body.close()
  }
  return {
    bytes: tar.pipe(zipped),
    add: async (name, bytes) => {
      entries += 1
      hash.update(`${name}\n${bytes.length}\n`).update(bytes)
      await append(name, bytes)
    },
    close: async (end) => {
      const last: Closing = { ...end, entries, sha256: hash.digest('hex') }
      await append(CLOSING, Buffer.from(JSON.stringify(last, null, 2)))
      controller.finalize()
    },
  }
}

/** A backup being written, to be closed or discarded. */
export interface ArchiveWriter {
  /** Waits while the disk is slower than we are (backpressure). */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Writes the trailer, waits until all is on the disk, and renames the file. Returns its size in bytes. */
  close(end: Pick<Closing, 'tables' | 'pictures' | 'outside'>): Promise<number>
  /** Deletes the unfinished file; does nothing after `close`. */
  discard(): Promise<void>
}

/**
 * Begins a backup in `FILE.part`, readable by its owner alone, which becomes FILE when it is complete. Refuses to
 * replace a file (OperatorError).
 */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const part = `${file}.part`
  await refuseTaken(file)
  const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  await opened(output, part)
  const packed = packArchive()
  // A full disk rejects the next `add`, or `close`.
  const written = pipeline(packed.bytes, output).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' ? whyUnwritten(error, part) : error
  })
  written.catch(() => {})
  let isDone = false
  const unlessUnwritten = async (work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      // The file's own error says more than its entry's.
      await written
      throw error
    }
  }
  return {
    add: (name, bytes) => unlessUnwritten(packed.add(name, bytes)),
    close: async (end) => {
      await unlessUnwritten(packed.close(end))
      await written
      await giveName(part, file)
      isDone = true
      return output.bytesWritten
    },
    discard: async () => {
      if (isDone) return
      isDone = true
      output.destroy()
      await written.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

async function refuseTaken(file: string): Promise<void> {
  const isTaken = await access(file).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new OperatorError(`${file} is there already; choose another name.`)
}

async function opened(output: ReturnType<typeof createWriteStream>, part: string): Promise<void> {
  try {
    await once(output, 'open')
  } catch (error) {
    throw whyUnwritten(error as Error, part)
  }
}

/** Turns a disk's error about a written file into an OperatorError. */
export function whyUnwritten(error: NodeJS.ErrnoException, part: string): OperatorError {
  const folder = path.dirname(part)
  const why: Record<string, string> = {
    EEXIST: `${part} is there: another backup is being written, or one was cut off. Delete it if none is running.`,
    ENOENT: `${folder} is not there; make this folder, or choose another place.`,
    EACCES: `${folder} can't be written by this user; change its rights, or choose another place.`,
    ENOSPC: `The disk of ${folder} is full; make room, or choose a place on another disk.`,
  }
  return new OperatorError(why[error.code ?? ''] ?? `${part} can't be written: ${error.message}.`)
}

/**
 * Gives the file its name by a hard link: a rename would replace a file made meanwhile. Where the disk has no hard
 * links, the name is reserved first.
 */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
    await rm(part)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new OperatorError(`${file} is there already; choose another name.`)
    if (!WITHOUT_LINKS.has(code ?? '')) throw error
    await (await open(file, 'wx', 0o600)).close()
    await rename(part, file)
  }
  await syncFolder(path.dirname(file))
}
