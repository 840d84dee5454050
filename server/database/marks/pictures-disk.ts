import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** The dot keeps it from being served. */
export const DISK_MARK = '.dogear-disk'

/**
 * Marks the folder of pictures as the shop's, unless the database knows of one. The file comes first: a start that is cut
 * off leaves no mark in the database alone.
 */
export async function markPicturesDisk(db: Db, dir: string): Promise<void> {
  if ((await readPicturesDisk(db)) !== null) return
  const present = await diskIdOf(dir)
  const id = present ?? randomUUID()
  if (present === null) {
    await mkdir(dir, { recursive: true })
    await writeFile(path.join(dir, DISK_MARK), `${id}\n`, { flush: true })
  }
  await sql`INSERT INTO pictures_disk (id) VALUES (${id}) ON CONFLICT DO NOTHING`.execute(db)
}

/** Id of the disk that the shop's pictures are on; null where none was marked. */
export async function readPicturesDisk(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM pictures_disk`.execute(db)
  return rows[0]?.id ?? null
}

/** Id of the disk with this folder of pictures; null where it has none. */
export async function diskIdOf(dir: string): Promise<string | null> {
  const text = await readFile(path.join(dir, DISK_MARK), 'utf8').catch(() => '')
  return /^[0-9a-f-]{36}$/.exec(text.trim())?.[0] ?? null
}
