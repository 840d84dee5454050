import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { untilHydrated } from '#tests/kit/browser/hydration.ts'

/** 400 kbps and 400 ms, in bytes a second. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** A phone's processor, beside this machine's. */
const TIMES_SLOWER = 4
/** Presses that paint sooner aren't reported by browsers. */
const LEAST_MS = 16
/** Time in which a page's later requests end: a member's page holds a stream of news open, so its network is never idle. */
const SETTLE_MS = 5000
/** Time after a press in which its paint is reported. */
const REPORT_MS = 3000

declare global {
  interface Window {
    /** Milliseconds from each press to its next paint. */
    pressMs: number[]
  }
}

/** A page on a slow line and a slow processor, which notes how long each press waits for its next paint. */
export async function slowPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  await page.addInitScript((durationThreshold) => {
    window.pressMs = []
    const notePresses = (list: PerformanceObserverEntryList) => {
      const events = list.getEntries() as (PerformanceEntry & { interactionId: number })[]
      window.pressMs.push(...events.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration))
    }
    new PerformanceObserver(notePresses).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, LEAST_MS)
  return { page, session }
}

/** Opens an address, and waits until it is hydrated and at rest. */
export async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await rest(page)
}

async function rest(page: Page): Promise<void> {
  await untilHydrated(page)
  await page.waitForTimeout(SETTLE_MS)
}

/** Milliseconds from a press to its next paint: the longest of its events. */
export async function paintAfter(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => void (window.pressMs = []))
  await press()
  await page.waitForTimeout(REPORT_MS)
  return Math.max(LEAST_MS, ...(await page.evaluate(() => window.pressMs)))
}

/**
 * Milliseconds from the start of a visit until a field takes text. Throws where the text doesn't stay until all has
 * loaded.
 */
export async function fillableAfter(page: Page, address: string, label: string): Promise<number> {
  const text = 'Typed as soon as it was there'
  const field = page.getByLabel(label, { exact: true })
  await page.goto(address, { waitUntil: 'commit' })
  await field.fill(text)
  const ms = await page.evaluate(() => performance.now())
  await rest(page)
  if ((await field.inputValue()) !== text) throw new Error(`${address} lost what was typed into “${label}”`)
  return ms
}
