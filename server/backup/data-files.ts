import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { imageHash } from '#contract/images/image-addresses.ts'
import { isDataFile } from './backup-format.ts'

const AT_ONCE = 500

/** A file of the data folder, by its path there: 'keys/shop.json'. */
export interface DataFile {
  name: string
  bytes: Buffer
}

/** Secrets, the operator's pages and the demo's passwords. Sent mails and the database are not files to back up. */
export async function* filesToBackUp(dataDir: string): AsyncGenerator<DataFile> {
  for (const place of ['keys', 'pages', 'demo-people.json'])
    for (const name of await filesBelow(dataDir, place))
      if (isDataFile(name)) {
        const bytes = await readFile(path.join(dataDir, name)).catch(unlessGone)
        if (bytes) yield { name, bytes }
      }
}

/** A draft was renamed, or a page deleted, meanwhile. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

async function filesBelow(dataDir: string, place: string): Promise<string[]> {
  const found = await stat(path.join(dataDir, place)).catch(() => null)
  if (found?.isFile()) return [place]
  if (!found?.isDirectory()) return []
  const names = (await readdir(path.join(dataDir, place))).toSorted()
  return (await Promise.all(names.map((name) => filesBelow(dataDir, path.posix.join(place, name))))).flat()
}

/** A picture with all its sizes; without files where it lies outside, or the disk has lost it. */
export interface Picture {
  url: string
  /** The host outside that has it; null for the disk. */
  host: string | null
  files: DataFile[]
}

/** Pictures in the snapshot of the client's transaction. A picture's files never change. */
export async function* picturesToBackUp(client: Client, dataDir: string): AsyncGenerator<Picture> {
  // Before an update the table of leaving pictures may not exist yet.
  await client.query(
    `DECLARE kept_pictures CURSOR FOR
     SELECT url, bool_and(coalesce((to_jsonb(images) ->> 'is_leaving')::boolean, false)) AS leaving
     FROM images GROUP BY url`,
  )
  const hosts = await hostsOutside(client)
  for (;;) {
    const { rows } = await client.query<{ url: string; leaving: boolean }>(`FETCH ${AT_ONCE} FROM kept_pictures`)
    if (rows.length === 0) return
    for (const { url, leaving } of rows) {
      const hash = imageHash(url)
      const files = hash ? await filesOfPicture(dataDir, path.posix.join('images', hash)) : []
      // A picture that is being deleted may be gone already.
      const host = (hash && hosts.get(hash)) ?? null
      if (hash && (files.length > 0 || host !== null || !leaving)) yield { url, host, files }
    }
  }
}

/** Hosts of the pictures that aren't on the disk, by their hashes. */
async function hostsOutside(client: Client): Promise<Map<string, string>> {
  // Before an update the table may not exist yet.
  const { rows: tables } = await client.query<{ name: string | null }>(`SELECT to_regclass('picture_places') AS name`)
  if (!tables[0]?.name) return new Map()
  const { rows } = await client.query<{ hash: string; host: string }>(
    'SELECT hash, host FROM picture_places WHERE dropped_at IS NULL',
  )
  return new Map(rows.map(({ hash, host }) => [hash, host]))
}

async function filesOfPicture(dataDir: string, folder: string): Promise<DataFile[]> {
  const names = await readdir(path.join(dataDir, folder)).catch(() => [])
  const files: DataFile[] = []
  for (const name of names.map((file) => path.posix.join(folder, file)))
    if (isDataFile(name)) files.push({ name, bytes: await readFile(path.join(dataDir, name)) })
  return files
}

export async function countPictures(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(DISTINCT url) AS count FROM images')
  return Number(rows[0]?.count ?? 0)
}
