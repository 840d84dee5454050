import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { makeFolder } from '#server/files/make-folder.ts'

/** Random 256 bits, as text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Secrets of a data folder: random at first use, then read from a file that only its owner may read. Throws, with the
 * file's name and `cure`, where it can't be read.
 */
export async function storedSecrets<T>(
  file: string,
  schema: z.ZodType<T>,
  make: () => T,
  cure = 'delete it so that new keys are made',
): Promise<T> {
  if (!existsSync(file)) await writeOnce(file, `${JSON.stringify(make(), null, 2)}\n`)
  const read = schema.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!read.success) throw new Error(`${file} is damaged; put it back from a copy, or ${cure}.`)
  return read.data
}

/** Writes a file that only its owner may read, unless there is one. The first of two programs wins. */
export async function writeOnce(file: string, text: string): Promise<void> {
  const folder = path.dirname(file)
  // A separate call, because mkdir's mode holds for every folder that it makes on the way.
  await makeFolder(path.dirname(folder))
  await makeFolder(folder, 0o700)
  // Written as a draft and linked: atomic, and a link never replaces a file.
  const draft = `${file}.${newSecret()}`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** What a text says as JSON; null where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
