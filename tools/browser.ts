import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runPackage } from './run-step.ts'

// First Chromium's headless shell: the same engine, and a seventh less work for a journey.
const USUAL_PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

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

function presentBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return [...USUAL_PLACES, chromium.executablePath()].find((place) => existsSync(place))
}

/** For machines that can't download browsers but can install packages. */
function installFromDebian(): void {
  if (!existsSync('/usr/bin/apt-get')) return
  spawnSync('apt-get', ['update'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
