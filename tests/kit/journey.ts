import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { DemoAccount } from '#server/demo/demo-accounts.ts'
import { untilAlive, waitForLife } from './alive.ts'
import { violationsOn } from './axe.ts'
import { copyOfDrawnDemo } from './drawn-demo.ts'
import { startShop, type ShopProcess } from './shop-process.ts'

/** Settings of the shop that a file's journeys need: `test.use({ shopSettings: { HOLD_HOURS: '0.001' } })`. */
interface WorkerFixtures {
  shopSettings: Record<string, string>
  shop: ShopProcess
}

interface Fixtures {
  /** Console errors that a journey provokes on purpose; one expression, since Playwright takes a pair for a fixture. */
  expectedConsoleErrors: RegExp[]
  /** A browser of its own for a further person of the journey; held to the same console. */
  anotherBrowser: () => Promise<Page>
}

/** Playwright's test with a shop for each worker; an unexpected error on the console fails the journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shopSettings: [{}, { option: true, scope: 'worker' }],
  shop: [
    async ({ shopSettings }, use) => {
      // A live shop has no demo.
      const folder = shopSettings.DOGEAR_MODE === 'live' ? {} : { dataDir: await copyOfDrawnDemo() }
      const shop = await startShop({ env: shopSettings, ...folder })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  expectedConsoleErrors: [[], { option: true }],
  context: async ({ context, expectedConsoleErrors, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForLife(context)
    const complaints = listen(context)
    await use(context)
    expectQuiet(complaints, expectedConsoleErrors)
  },
  anotherBrowser: async ({ browser, baseURL, expectedConsoleErrors }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      waitForLife(context)
      opened.push({ context, complaints: listen(context) })
      return context.newPage()
    })
    for (const { context, complaints } of opened) {
      await context.close()
      expectQuiet(complaints, expectedConsoleErrors)
    }
  },
})

export { expect, untilAlive, type Page }

// A new role, password or confirmed address ends the tokens before it: who one is, asked in the background at that
// moment, is refused, and asked again with a new token. Which of the two comes first is up to the machine.
const RENEWED_IN_THE_BACKGROUND = /status of 401.*\/api\/user-type-find/

/** Everything a browser's console complains of, as it comes. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error().stack)))
  return complaints
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
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

/** One of the demo's people in a role. */
export async function demoPerson(shop: ShopProcess, role: DemoAccount['role']): Promise<DemoAccount> {
  const person = (await shop.people()).find((someone) => someone.role === role)
  if (!person) throw new Error(`The demo has no ${role}`)
  return person
}

/** Nothing that axe finds, by the rules of WCAG 2.2 AA and below. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
}
