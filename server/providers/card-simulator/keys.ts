import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const keysSchema = z.object({
  secretKey: z.string().startsWith('sk_test_'),
  publishableKey: z.string().startsWith('pk_test_'),
  webhookSecret: z.string().startsWith('whsec_'),
})

export type CardSimulatorKeys = z.infer<typeof keysSchema>

/**
 * The simulator's keys of this data folder, made at random the first time. They are as good as a real shop's: whoever
 * has the secret key can move the simulated money, so the file is the owner's alone. Throws when it can't be read.
 */
export async function cardSimulatorKeys(dataDir: string): Promise<CardSimulatorKeys> {
  const file = path.join(dataDir, 'keys', 'card-simulator.json')
  await makeKeys(file)
  const read = keysSchema.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!read.success) throw new Error(`${file} is damaged; delete it and start again, then new keys are made.`)
  return read.data
}

async function makeKeys(file: string): Promise<void> {
  const folder = path.dirname(file)
  // Apart, because a mode given to mkdir holds for every folder that it makes on the way.
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const keys: CardSimulatorKeys = {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  }
  // Whole or not at all, and the first of two programs wins: a link never replaces a file.
  const draft = `${file}.${random()}`
  try {
    await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const random = () => randomBytes(24).toString('hex')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
