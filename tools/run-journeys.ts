import path from 'node:path'
import { findBrowser } from './browser.ts'
import { root, runPackage } from './run-step.ts'

// Playwright's cache of compiled TypeScript. Its default is the temporary folder, which is deleted with a run.
const PLAYWRIGHT_TRANSFORM_CACHE_DIR = path.join(root, 'node_modules/.cache/journeys')

/** Runs the journeys of some files, or all; finds or installs the browser. Returns Playwright's exit code. */
export async function runJourneys(args: string[], env: Record<string, string> = {}): Promise<number> {
  const given = { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_TRANSFORM_CACHE_DIR, ...env }
  return runPackage('@playwright/test', ['test', ...args], given, 'playwright')
}
