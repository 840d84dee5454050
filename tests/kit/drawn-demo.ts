import { rm } from 'node:fs/promises'
import { beginRun } from './run-folder.ts'
import { copyFolder, startShop, temporaryFolder } from './shop-process.ts'

const FOLDER = 'DOGEAR_DRAWN_DEMO'

/**
 * Once per run of the journeys: a shop opens for the first time, as `npm start` opens it, draws its demo and closes
 * again. What it leaves is where every other shop of the run begins, so that the drawing is paid for once. Gives
 * Playwright what removes it.
 */
export default async function drawDemo(): Promise<() => Promise<void>> {
  const endRun = beginRun()
  const shop = await startShop()
  const code = await shop.stop({ keepData: true })
  if (code !== 0) throw new Error(`The first shop ended with ${code}:\n${shop.output()}`)
  process.env[FOLDER] = shop.dataDir
  return async () => {
    await rm(shop.dataDir, { recursive: true, force: true })
    await endRun()
  }
}

/** A separate data folder with the demo in it, people and passwords included; `stop` of its shop removes it. */
export async function copyOfDrawnDemo(): Promise<string> {
  const drawn = process.env[FOLDER]
  if (!drawn) throw new Error('Nobody has drawn the demo; playwright.config.ts has it done.')
  const folder = await temporaryFolder()
  await copyFolder(drawn, folder)
  return folder
}
