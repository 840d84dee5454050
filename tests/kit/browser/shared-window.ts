import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test'
import { waitForLife } from './alive.ts'
import { RESTING_PLACE } from '#tests/kit/members.ts'

/** What a window has from its first page on. */
export type WindowOptions = Pick<
  PlaywrightTestOptions,
  'baseURL' | 'viewport' | 'isMobile' | 'hasTouch' | 'permissions' | 'javaScriptEnabled'
> & {
  /** Whether it is one of the browser that paints. */
  isPainted: boolean
}

/** A context and its one page, as journeys of a worker use them one after the other. */
export interface SharedWindow {
  context: BrowserContext
  page: Page
  /** What it was made with; only those who want the same share it. */
  options: WindowOptions
  /** Whether it now has something that can't be taken from it again. */
  isSpent: boolean
}

// What journeys listen to; Playwright's own listeners hear other events.
const HEARD = ['request', 'response'] as const

// Each page that is left is laid out once more where the browser pretends a medium, a tenth of what a page costs. So
// the browser itself is light, and wants no motion (launch-options.ts); a journey may ask for another medium.
const UNTOUCHED = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } as const

/** A new one. All options of the test are in it without being told. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<SharedWindow> {
  const context = await browser.newContext(UNTOUCHED)
  if (options.javaScriptEnabled !== false) waitForLife(context)
  const shared: SharedWindow = { context, page: await context.newPage(), options, isSpent: false }
  noteWhatStays(shared)
  return shared
}

/** A stopped clock and a script before all others stay with a context for good. */
function noteWhatStays(shared: SharedWindow): void {
  const { clock } = shared.page
  const install = clock.install.bind(clock)
  clock.install = (options) => {
    shared.isSpent = true
    return install(options)
  }
  const addInitScript = shared.page.addInitScript.bind(shared.page)
  shared.page.addInitScript = (...given) => {
    shared.isSpent = true
    return addInitScript(...given)
  }
}

/**
 * Makes it as if nobody had used it: no session, nothing stored, nothing in the way of a request, one page. It stays at
 * the shop's address, since what costs most in a new window is the program that it starts for its first page. Gives
 * false where that can't be done.
 */
export async function clearWindow({ context, page, options, isSpent }: SharedWindow): Promise<boolean> {
  if (isSpent || page.isClosed()) return false
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of HEARD) page.removeAllListeners(event)
  await context.setOffline(false)
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  await page.goto(RESTING_PLACE)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  if (options.permissions) await context.grantPermissions(options.permissions)
  await page.emulateMedia({ media: null, ...UNTOUCHED })
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.mouse.move(0, 0)
  return true
}
