import type { Readable } from 'node:stream'
import { isSecret, OPENING } from '../backup-format.ts'
import { openArchive, type Archive } from '../read-archive.ts'
import { packArchive } from '../write-archive.ts'

/**
 * A backup without the shop's keys and the demo's passwords, packed again as it is read: for a download, whose reader sets
 * the pace. It is a backup like all others, whose restore asks for the keys. A damaged or cut-off one ends with an error.
 */
export async function withoutKeys(file: string): Promise<Readable> {
  const archive = await openArchive(file)
  const packed = packArchive()
  packed.bytes.once('close', () => void archive.close())
  repack(archive, packed).catch((error: Error) => packed.bytes.destroy(error))
  return packed.bytes
}

async function repack({ opening, entries, end }: Archive, packed: ReturnType<typeof packArchive>): Promise<void> {
  await packed.add(OPENING, Buffer.from(JSON.stringify({ ...opening, isWithoutKeys: true }, null, 2)))
  for await (const { name, chunks } of entries) {
    if (isSecret(name)) continue
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(Uint8Array.from(chunk))
    await packed.add(name, Buffer.concat(parts))
  }
  const { tables, pictures, outside } = end()
  await packed.close({ tables, pictures, outside })
}
