import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'

/** A file of an archive: copied, link or not, or made. */
export type Entry = { name: string; isProgram?: boolean } & ({ from: string } | { text: string })

/**
 * Writes entries into FILE, a gzipped tar in which they are below `folder`. The same entries and time give the same
 * bytes: entries are sorted, owned by root, and readable by all. Returns their unpacked size in bytes.
 */
export async function writeArchive(
  file: string,
  { folder, entries, mtime }: { folder: string; entries: readonly Entry[]; mtime: Date },
): Promise<number> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(
    Readable.fromWeb(readable as NodeReadableStream),
    createGzip({ level: 9 }),
    createWriteStream(file),
  )
  written.catch(() => {})
  let bytes = 0
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const rest = { name: `${folder}/${entry.name}`, mtime, uid: 0, gid: 0, uname: '', gname: '' }
    const stat = 'from' in entry ? await lstat(entry.from) : null
    if ('from' in entry && stat?.isSymbolicLink()) {
      const link = { ...rest, type: 'symlink' as const, linkname: await readlink(entry.from), size: 0, mode: 0o777 }
      await controller.add(link).close()
      continue
    }
    const content = 'from' in entry ? createReadStream(entry.from) : [Buffer.from(entry.text)]
    const size = stat?.size ?? Buffer.byteLength('text' in entry ? entry.text : '')
    const isProgram = entry.isProgram ?? ((stat?.mode ?? 0) & 0o100) !== 0
    const body = controller.add({ ...rest, size, mode: isProgram ? 0o755 : 0o644 }).getWriter()
    for await (const chunk of content) await body.write(chunk as Uint8Array)
    await body.close()
    bytes += size
  }
  controller.finalize()
  await written
  return bytes
}
