import './lean-worker.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test'
import type { DemoAccount } from '#server/demo/demo-accounts.ts'
import { untilAlive } from './alive.ts'
import { violationsOn } from './axe.ts'
import { aFullClub, type Club } from './clubs.ts'
import { painted } from './launch-options.ts'
import { clearWindow, openWindow, type SharedWindow, type WindowOptions } from './shared-window.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { WorkerShops, type ShopSettings } from './worker-shops.ts'

interface WorkerFixtures {
  shops: WorkerShops
  /** The windows that journeys have left for those after them, the oldest first. */
  left: SharedWindow[]
  /** A browser that paints, beside the one that doesn't; started when it is first asked for. */
  paintingBrowser: () => Promise<Browser>
}

interface Fixtures {
  /** Settings of the shop that a file's journeys need: `test.use({ shopSettings: { CURRENCY: 'JPY' } })`. */
  shopSettings: ShopSettings
  /** The one that all journeys of a worker with these settings are in. */
  shop: ShopProcess
  /** Everybody and everything that screens are looked at with, in that shop; made when it is first asked for. */
  club: Club
  /** What its windows are made with. */
  windowOptions: WindowOptions
  /** A window that is as new. */
  open: () => Promise<SharedWindow>
  /** Console errors that a journey provokes on purpose; one expression, since Playwright takes a pair for a fixture. */
  expectedConsoleErrors: RegExp[]
  /** For journeys that need pixels: a picture of the page, a turning wheel, a transition from page to page. */
  isPainted: boolean
  /** A browser of its own for a further person of the journey; held to the same console. */
  anotherBrowser: () => Promise<Page>
}

// Those of a journey's people, and one of other options; each is a program that takes its room.
const MOST_LEFT = 3

/** Playwright's test with a shop; an unexpected error on the console fails the journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shops: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
    async ({}, use) => {
      const shops = new WorkerShops()
      await use(shops)
      await shops.closeAll()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shopSettings: [{}, { option: true }],
  shop: [async ({ shops, shopSettings }, use) => use(await shops.shopWith(shopSettings)), { timeout: 120_000 }],
  club: [async ({ shops, shop }, use) => use(await shops.clubIn(shop, aFullClub)), { timeout: 120_000 }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  expectedConsoleErrors: [[], { option: true }],
  isPainted: [false, { option: true }],
  paintingBrowser: [
    async ({ playwright }, use) => {
      let browser: Promise<Browser> | undefined
      await use(() => (browser ??= playwright.chromium.launch(painted)))
      await (await browser)?.close()
    },
    { scope: 'worker' },
  ],
  left: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  windowOptions: async ({ baseURL, viewport, isMobile, hasTouch, permissions, javaScriptEnabled, isPainted }, use) =>
    use({ baseURL, viewport, isMobile, hasTouch, permissions, javaScriptEnabled, isPainted }),
  open: async ({ browser, paintingBrowser, left, windowOptions: options, expectedConsoleErrors }, use, info) => {
    const opened: ({ window: SharedWindow } & ReturnType<typeof listen>)[] = []
    await use(async () => {
      const fitting = left.findIndex((window) => isDeepStrictEqual(window.options, options))
      const make = async () => openWindow(options.isPainted ? await paintingBrowser() : browser, options)
      const window = fitting < 0 ? await make() : left.splice(fitting, 1)[0]!
      opened.push({ window, ...listen(window.context) })
      return window
    })
    for (const { stop } of opened) stop()
    for (const { window } of opened) {
      // One that failed is looked at as it is.
      const isClear = info.status === info.expectedStatus && (await clearWindow(window))
      if (isClear) left.push(window)
      else await window.context.close()
    }
    while (left.length > MOST_LEFT) await left.shift()!.context.close()
    for (const { complaints } of opened) expectQuiet(complaints, expectedConsoleErrors)
  },
  context: async ({ open }, use) => use((await open()).context),
  page: async ({ context }, use) => use(context.pages()[0]!),
  anotherBrowser: async ({ open }, use) => use(async () => (await open()).page),
})

export { expect, untilAlive, type Page }

// A new role, password or confirmed address ends the tokens before it: what a page asks for in the background at that
// moment (who one is, what waits to be read, one's own data) is refused, and asked again with a new token. Which of the
// two comes first is up to the machine.
const RENEWED_IN_THE_BACKGROUND = /status of 401.*\/api\/(user-type-find|unread-messages|account\/export)/

/** Everything a browser's console complains of, as it comes. */
function listen(context: BrowserContext): { complaints: string[]; stop: () => void } {
  const complaints: string[] = []
  const note = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  }
  const noteError = (error: WebError) => complaints.push(String(error.error().stack))
  context.on('console', note).on('weberror', noteError)
  return { complaints, stop: () => void context.off('console', note).off('weberror', noteError) }
}

function expectQuiet(complaints: string[], expectedOnes: RegExp[]): void {
  const expected = [RENEWED_IN_THE_BACKGROUND, ...expectedOnes]
  expect(complaints.filter((text) => !expected.some((one) => one.test(text)))).toEqual([])
}

/** Signs in by the login screen, as one of the demo's people or somebody a journey made. */
export async function signIn(page: Page, person: Pick<DemoAccount, 'email' | 'password'>): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(accountMenu(page)).toBeVisible()
}

/** What the header has for whoever is signed in; Log out is in it. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** Logs out by the header's menu. */
export async function logOut(page: Page): Promise<void> {
  const out = page.getByRole('button', { name: 'Log out' })
  // A page that still comes closes the menu once more.
  await expect(async () => {
    if (!(await out.isVisible())) await accountMenu(page).click()
    await out.click({ timeout: 3000 })
  }).toPass()
}

/** Nothing that axe finds, by the rules of WCAG 2.2 AA and below. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
}
