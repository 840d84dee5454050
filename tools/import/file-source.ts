import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { ListSource } from '#contract/books/lists/list-source.ts'
import { UsageError } from '#tools/read-call.ts'

/** A file as the source of a list; refuses (UsageError) one that can't be read. */
export async function fileSource(file: string): Promise<ListSource> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`${file} is not a file.`)
  return { name: path.basename(file), open: () => createReadStream(file) }
}
