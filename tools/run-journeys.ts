import path from 'node:path'
import { findBrowser } from './browser.ts'
import { root, runPackage } from './run-step.ts'

// What Playwright made of our TypeScript. By itself it keeps that in the temporary folder, which goes with a run.
const PLAYWRIGHT_TRANSFORM_CACHE_DIR = path.join(root, 'node_modules/.cache/journeys')

/** Runs the journeys of some files, or all; the browser is found or installed. Gives Playwright's exit code. */
export async function runJourneys(args: string[], env: Record<string, string> = {}): Promise<number> {
  const given = { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_TRANSFORM_CACHE_DIR, ...env }
  return runPackage('@playwright/test', ['test', ...args], given, 'playwright')
}
