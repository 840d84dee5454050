import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#contract/duration.ts'

/** Folders for drafts of writes and removals, beside the final place, with the names of these drafts. */
const DRAFTS: [folder: string, name: RegExp][] = [
  ['images', /^\.(incoming|outgoing)-[0-9a-f-]{36}$/],
  ['exports', /^[0-9a-f-]{36}\.zip\.[0-9a-f-]{36}\.part$/],
  ['outbox', /^\d{15}-\d{6}-[0-9a-f]{12}\.part$/],
  // Drafts of stored secrets: the file's name and 43 more letters.
  ['keys', /^[\w-]+\.json\.[\w-]{43}$/],
  ['.', /^([\w-]+\.json\.[\w-]{43}|\.restoring\.done)$/],
]

/**
 * Removes drafts of interrupted writes from the data folder; returns their number. In our own folder, all drafts older
 * than this process; in a shared folder, where another process may write, those older than a day. Never touches whole
 * files.
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
      // A failed removal must not stop the start.
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
