import { chown, cp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { startShop, temporaryFolder } from './shop-process.ts'

const FOLDER = 'DOGEAR_DRAWN_DEMO'

/**
 * Once per run of the journeys: a shop opens for the first time, as `npm start` opens it, draws its demo and closes
 * again. What it leaves is where every other shop of the run begins, so that the drawing is paid for once. Gives
 * Playwright what removes it.
 */
export default async function drawDemo(): Promise<() => Promise<void>> {
  const shop = await startShop()
  const code = await shop.stop({ keepData: true })
  if (code !== 0) throw new Error(`The first shop ended with ${code}:\n${shop.output()}`)
  process.env[FOLDER] = shop.dataDir
  return () => rm(shop.dataDir, { recursive: true, force: true })
}

/** A data folder of one's own with the demo in it, people and passwords included; `stop` of its shop removes it. */
export async function copyOfDrawnDemo(): Promise<string> {
  const drawn = process.env[FOLDER]
  if (!drawn) throw new Error('Nobody has drawn the demo; playwright.config.ts has it done.')
  const folder = await temporaryFolder()
  await cp(drawn, folder, { recursive: true })
  await giveDatabaseToItsUser(path.join(drawn, 'postgres'), path.join(folder, 'postgres'))
  return folder
}

/** As root, PostgreSQL runs as another user, to whom its files have to belong; what root copies is root's. */
async function giveDatabaseToItsUser(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(from)
  const files = ['.', ...(await readdir(to, { recursive: true }))]
  await Promise.all(files.map((file) => chown(path.join(to, file), uid, gid)))
}
