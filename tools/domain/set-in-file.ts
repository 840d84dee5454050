import { randomUUID } from 'node:crypto'
import { chmod, chown, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'

/**
 * Sets values in a file of settings: in the last line that has each name, which counts, or in a new line at the end. The
 * rest of the file, its owner and its rights stay.
 */
export async function setInFile(named: string, values: Readonly<Record<string, string>>): Promise<void> {
  // A link stays one.
  const file = await realpath(named)
  const [text, { mode, uid, gid }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  const lines = text.split('\n')
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findLastIndex((line) => new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`).test(line))
    if (at !== -1) lines[at] = `${name}=${value}`
    else lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, `${name}=${value}`)
  }
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, lines.join('\n'), { mode: mode & 0o777 })
  await chmod(draft, mode & 0o777)
  await chown(draft, uid, gid)
  await rename(draft, file)
}
