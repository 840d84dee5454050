import path from 'node:path'
import { KINDS, newestFirst, readName } from './backup-folder.ts'

/** The newest backup of any kind in some folders, and how many there are; null for none. Folders may be missing. */
export async function findNewest(
  dirs: readonly string[],
  now: Date,
): Promise<{ file: string; at: Date; count: number } | null> {
  const found = await Promise.all(
    dirs.flatMap((dir) =>
      KINDS.map(async (kind) => {
        const names = await newestFirst(dir, now, kind).catch(() => [])
        return names.map((name) => ({ file: path.join(dir, name), at: readName(name)!.at }))
      }),
    ),
  )
  const all = found.flat()
  const [newest] = all.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return newest ? { ...newest, count: all.length } : null
}
