import { randomBytes, randomInt } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const person = z.object({
  role: z.enum(['admin', 'seller', 'buyer']),
  name: z.string(),
  email: z.email(),
  password: z.string().min(6),
})
export type DemoPerson = z.infer<typeof person>

/** Who they are; only the passwords differ from shop to shop. */
const people = [
  { role: 'admin', name: 'Ottilie Brandt', email: 'ottilie@example.org' },
  { role: 'seller', name: 'Marguerite Bell', email: 'marguerite@example.org' },
  { role: 'seller', name: 'Tomás Arriaga', email: 'tomas@example.org' },
  { role: 'seller', name: 'Ingrid Solheim', email: 'ingrid@example.org' },
  { role: 'buyer', name: 'Priya Raman', email: 'priya@example.org' },
  { role: 'buyer', name: 'Jonah Whitlock', email: 'jonah@example.org' },
] as const satisfies Omit<DemoPerson, 'password'>[]

/** The one whose address nobody has confirmed, so that both badges can be seen. */
export const UNVERIFIED = 'ingrid@example.org'

/**
 * The demo's people with the passwords that this data folder gave them: made at random the first time, then kept in
 * `demo-people.json`, readable by its owner alone. Throws, with the file's name, when that can't be read.
 */
export async function demoPeople(dataDir: string): Promise<DemoPerson[]> {
  const file = path.join(dataDir, 'demo-people.json')
  const kept = (await readKept(file)) ?? (await keep(file))
  const read = z.array(person).safeParse(kept)
  if (!read.success) throw new Error(`${file} is damaged; put it back from a copy, or start with an empty data folder.`)
  return read.data
}

async function readKept(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged'
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whole or not at all; of two programs at once, the first one's passwords stay. */
async function keep(file: string): Promise<unknown> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await mkdir(path.dirname(file), { recursive: true })
  try {
    const made = people.map((someone) => ({ ...someone, password: newPassword() }))
    await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKept(file)
}

/** Without letters that look alike, since people type it from the terminal; about 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function newPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${part()}-${part()}-${part()}`
}
