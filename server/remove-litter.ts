import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#contract/duration.ts'

/** Where writes are prepared, and removals done, beside the final place, and what they are called there. */
const DRAFTS: [folder: string, name: RegExp][] = [
  ['images', /^\.(incoming|outgoing)-[0-9a-f-]{36}$/],
  ['exports', /^[0-9a-f-]{36}\.zip\.[0-9a-f-]{36}\.part$/],
  ['outbox', /^\d{15}-\d{6}-[0-9a-f]{12}\.part$/],
  // Of kept secrets: the file's name and 43 letters more.
  ['keys', /^[\w-]+\.json\.[\w-]{43}$/],
  ['.', /^([\w-]+\.json\.[\w-]{43}|\.restoring\.done)$/],
]

/**
 * Removes what writes that were cut off have left in the data folder; gives how much that was. In a folder of our own,
 * whatever is older than this program has lost its writer; another program may be at work in a shared one, so there a
 * draft is left alone for a day. Whole files are never touched.
 */
export async function removeLitter(
  dataDir: string,
  { ownsFolder, startedAt = Date.now() - process.uptime() * 1000 }: { ownsFolder: boolean; startedAt?: number },
): Promise<number> {
  const before = ownsFolder ? startedAt : startedAt - DAY_MS
  let removed = 0
  for (const [folder, name] of DRAFTS) {
    const dir = path.join(dataDir, folder)
    for (const file of (await namesIn(dir)).filter((each) => name.test(each))) {
      const draft = path.join(dir, file)
      const found = await stat(draft).catch(() => null)
      if (!found || found.mtimeMs >= before) continue
      // One that can't be removed is no reason to stay closed.
      removed += await rm(draft, { recursive: true, force: true }).then(
        () => 1,
        () => 0,
      )
    }
  }
  return removed
}

async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
