import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openSharp } from '#server/images/sharp.ts'
import { untilHydrated } from '#tests/kit/browser/hydration.ts'
import { enterAs, signedIn } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { loadAllImages } from './take-pictures.ts'

/** Size limit of a picture in the README. */
const MOST_BYTES = 150 * 1024
const WINDOW = { width: 1280, height: 860 }

interface Shown {
  file: string
  /** Nickname of the demo's person who is signed in; absent for a visitor. */
  as?: string
  /** Height of the window, if not the usual one. */
  height?: number
  reach(page: Page): Promise<unknown>
}

/** Screens shown in the README, from a fresh demo. */
const shown: readonly Shown[] = [
  { file: 'home', reach: (page) => page.goto('/') },
  {
    file: 'book',
    reach: async (page) => {
      await page.goto('/')
      await page
        .getByRole('main')
        .getByRole('link', { name: /Lighthouse Keeper/ })
        .first()
        .click()
      await page.waitForURL(/\/advertise\//)
    },
  },
  {
    file: 'order',
    as: 'priya',
    height: 1180,
    reach: async (page) => {
      await page.goto('/dashboard/my-orders')
      const row = page.getByRole('row', { name: /Radishes, Mostly/ })
      await row.locator('a[href^="/dashboard/orders/"]').first().click()
      await page.waitForURL(/orders\/[0-9a-f-]{36}/)
      await page.getByRole('region', { name: 'Timeline' }).waitFor()
    },
  },
  {
    file: 'orders',
    as: 'ottilie',
    reach: async (page) => {
      await page.goto('/dashboard/orders')
      await page
        .getByRole('link', { name: /Last Tram/ })
        .first()
        .waitFor()
    },
  },
]

/** Takes the README's screenshots into files; `say` reports each. */
export async function takeReadmePictures(
  browser: Browser,
  shop: ShopProcess,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { file, as, reach, height = WINDOW.height } of shown) {
    const settings = {
      viewport: { ...WINDOW, height },
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    } as const
    const context = await browser.newContext({ ...settings, baseURL: shop.origin })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    page.setDefaultNavigationTimeout(120_000)
    const person = (await shop.people()).find(({ email }) => email.split('@')[0] === as)
    if (person) await enterAs(page, shop, await signedIn(shop, person))
    await reach(page)
    await untilHydrated(page)
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton, .spinner'))
    await page.evaluate(() => document.fonts.ready)
    await loadAllImages(page)
    const picture = await compressed(await page.screenshot({ animations: 'disabled' }))
    await writeFile(path.join(folder, `${file}.webp`), picture)
    say(`${file}.webp: ${Math.round(picture.length / 1024)} KB`)
    await context.close()
  }
}

/** Best quality within the limit. */
async function compressed(png: Buffer): Promise<Buffer> {
  for (let quality = 90; quality > 40; quality -= 10) {
    const webp = await openSharp()(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= MOST_BYTES) return webp
  }
  throw new Error(`A picture has more than ${MOST_BYTES} bytes, however it is compressed`)
}
