import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test'
import type { DemoAccount } from '#server/demo/demo-accounts.ts'
import { enterAs, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { untilHydrated, waitForHydration } from './hydration.ts'
import { violationsOn } from './axe.ts'
import { aFullClub, type Club } from './clubs.ts'
import { OPENS_WITHIN_MS, WorkerShops, type ShopSettings } from './worker-shops.ts'

interface Fixtures {
  /** Settings of the shop that a file's journeys need: `test.use({ shopSettings: { CURRENCY: 'JPY' } })`. */
  shopSettings: ShopSettings
  /** Shop shared by a worker's journeys with these settings. */
  shop: ShopProcess
  /** People and data for looking at screens in that shop; created lazily. */
  club: Club
  /** Expected console errors; one expression, since Playwright takes a pair for a fixture. */
  expectedConsoleErrors: RegExp[]
  /** A browser of its own for a further person of the journey; held to the same console. */
  anotherBrowser: () => Promise<Page>
}

/** Playwright's test with a shop; an unexpected error on the console fails the journey. */
export const test = base.extend<Fixtures, { shops: WorkerShops }>({
  shops: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
    async ({}, use) => {
      const shops = new WorkerShops()
      await use(shops)
      await shops.closeAll()
    },
    { scope: 'worker', timeout: OPENS_WITHIN_MS },
  ],
  shopSettings: [{}, { option: true }],
  shop: [async ({ shops, shopSettings }, use) => use(await shops.shopWith(shopSettings)), { timeout: OPENS_WITHIN_MS }],
  club: [async ({ shops, shop }, use) => use(await shops.clubIn(shop, aFullClub)), { timeout: 120_000 }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  expectedConsoleErrors: [[], { option: true }],
  context: async ({ context, javaScriptEnabled, expectedConsoleErrors }, use) => {
    const complaints = complaintsOf(context)
    if (javaScriptEnabled !== false) waitForHydration(context)
    await use(context)
    expectQuiet(complaints, expectedConsoleErrors)
  },
  anotherBrowser: async ({ browser, expectedConsoleErrors }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push({ context, complaints: complaintsOf(context) })
      waitForHydration(context)
      return context.newPage()
    })
    for (const { context } of opened) await context.close()
    for (const { complaints } of opened) expectQuiet(complaints, expectedConsoleErrors)
  },
})

export { expect, untilHydrated, type Page }

// A new role, password or confirmed address ends older tokens: background calls of that moment are refused, and retried
// with a new token. Their order depends on timing.
const RENEWED_IN_THE_BACKGROUND =
  /status of 401.*\/api\/(user-type-find|unread-messages|dashboard|task-counts|account\/export)/

/** Everything a browser's console complains of, as it comes. */
function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error: WebError) => complaints.push(String(error.error().stack)))
  return complaints
}

function expectQuiet(complaints: string[], expectedOnes: RegExp[]): void {
  const expected = [RENEWED_IN_THE_BACKGROUND, ...expectedOnes]
  expect(complaints.filter((text) => !expected.some((one) => one.test(text)))).toEqual([])
}

/** Signs in by the login screen, as a person of the demo or of a journey. */
export async function signIn(page: Page, person: Credentials): Promise<void> {
  await page.goto('/login')
  await sendLogin(page, person)
  await expect(accountMenu(page)).toBeVisible()
}

/** Fills in and sends the login form that is open. */
export async function sendLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

type Credentials = Pick<DemoAccount, 'email' | 'password'>

/** Opens a page as a member who is signed in. */
export async function openAs(page: Page, shop: ShopProcess, member: Member, path: string): Promise<void> {
  await enterAs(page, shop, member)
  await page.goto(path)
}

/** The header's menu of a signed-in person, with Log out. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** Logs out by the header's menu; another page opened before the end of that would still be signed in. */
export async function logOut(page: Page): Promise<void> {
  const out = page.getByRole('button', { name: 'Log out' })
  // A page that still comes closes the menu once more.
  await expect(async () => {
    if (!(await out.isVisible())) await accountMenu(page).click()
    await out.click({ timeout: 3000 })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
}

/** Nothing that axe finds, by the rules of WCAG 2.2 AA and below. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
}
