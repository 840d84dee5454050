import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runPackage } from './run-step.ts'

// Chromium without its window, which Playwright itself prefers: the same engine, a third less work for a journey.
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

const USUAL_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const INSTALL_MS = 180_000

/** Flags for root in a container, without a graphics card or background network requests. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Finds a Chromium to test with: named by CHROMIUM_PATH, installed already, or installed now. */
export async function findBrowser(): Promise<string> {
  const present = presentBrowser()
  if (present) return present
  console.log('No Chromium found; installing one for the tests.')
  if ((await runPackage('@playwright/test', ['install', 'chromium'], {}, 'playwright')) !== 0) installFromDebian()
  const installed = presentBrowser()
  if (!installed) throw new Error('The tests need a Chromium: install one, or name it with CHROMIUM_PATH.')
  return installed
}

/**
 * Installs the headless shell beside Debian's Chromium, for runs long enough to gain by it. Where it can't be had, the
 * browser that is present serves.
 */
export function preferHeadlessShell(): void {
  const mayInstall = process.getuid?.() === 0 && !process.env.CHROMIUM_PATH && existsSync('/usr/bin/chromium')
  if (mayInstall && !existsSync(HEADLESS_SHELL)) installFromDebian()
}

function presentBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return [...USUAL_PLACES, chromium.executablePath()].find((place) => existsSync(place))
}

/** For machines that can't download browsers but can install packages. Fails soon where they can't do that either. */
function installFromDebian(): void {
  if (!existsSync('/usr/bin/apt-get')) return
  const options = {
    stdio: 'ignore',
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', ...args], options)
  console.log('Installing Chromium’s headless shell from Debian’s packages.')
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
}
