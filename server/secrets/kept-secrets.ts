import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { makeFolder } from '#server/files/make-folder.ts'

/** 256 bits, as text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Secrets that belong to a data folder: made at random the first time, then kept in a file that its owner alone may
 * read. Throws, with the file's name and `cure`, when what is there can't be read.
 */
export async function keptSecrets<T>(
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

/** The first of two programs wins. */
async function writeOnce(file: string, text: string): Promise<void> {
  const folder = path.dirname(file)
  // Apart, because a mode given to mkdir holds for every folder that it makes on the way.
  await makeFolder(path.dirname(folder))
  await makeFolder(folder, 0o700)
  // Whole or not at all, and a link never replaces a file.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
