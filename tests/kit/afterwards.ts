import { rm } from 'node:fs/promises'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { temporaryFolder } from './shop-process.ts'

/** Closes a fixture when the test ends that made it, or when the file's tests have ended; the newest first. */
export function afterwards(close: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()))
  else afterAll(async () => void (await close()))
}

/** An empty folder, which every user of the machine may enter. Deleted afterwards. */
export async function aFolder(): Promise<string> {
  const folder = await temporaryFolder()
  afterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}
