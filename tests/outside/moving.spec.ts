import { rm } from 'node:fs/promises'
import { freePort } from '#server/database/embedded/free-port.ts'
import { expect, sendLogin, test, accountMenu, type Page } from '#tests/kit/browser/journey.ts'
import { copyOfDrawnDemo } from '#tests/kit/drawn-demo.ts'
import { startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import { atEmulator, EMULATOR_NOISE, isKnownAtEmulator, mailedCode } from './firebase-emulator.ts'

// The session of before each move is refused; the shop is away while it starts again.
test.use({
  expectedConsoleErrors: [
    new RegExp(
      `${EMULATOR_NOISE.source}|ERR_CONNECTION_REFUSED|status of 40[01].*/api/(identity|jwt|my-books|user-type-find)`,
    ),
  ],
})

/** The titles that a signed-in seller has listed. */
async function ownBooks(page: Page, { origin }: ShopProcess): Promise<string[]> {
  await page.goto(`${origin}/dashboard/my-products`)
  const titles = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .getByRole('link', { name: /^(?!Edit|Duplicate)/ })
  await expect(titles.first()).toBeVisible()
  return titles.allInnerTexts()
}

test('a shop moves to Firebase and back: its members find their account, their books and their former password', async ({
  anotherBrowser,
}) => {
  test.slow()
  const dataDir = await copyOfDrawnDemo()
  const PORT = String(await freePort())
  const page = await anotherBrowser()
  const login = async (shop: ShopProcess, email: string, password: string) => {
    // A session of before is found to be over first.
    await page.goto(`${shop.origin}/dashboard/my-products`)
    await expect(page).toHaveURL(/\/login/)
    await sendLogin(page, { email, password })
  }
  let shop = await startShop({ dataDir, env: { PORT } })
  const restart = async (env: Record<string, string>) => {
    // Nothing is asked of it meanwhile.
    await page.goto('about:blank')
    await shop.stop({ keepData: true })
    shop = await startShop({ dataDir, env: { PORT, ...env } })
  }
  try {
    const seller = (await shop.people()).find(({ role }) => role === 'seller')!
    await login(shop, seller.email, seller.password)
    await expect(accountMenu(page)).toBeVisible()
    const books = await ownBooks(page, shop)

    await restart(atEmulator)
    await test.step('everybody is signed out, and the former password is not Firebase’s', async () => {
      await login(shop, seller.email, seller.password)
      await expect(
        page.getByRole('main').getByText('That email and password don’t match. Please check both.'),
      ).toBeVisible()
    })
    await test.step('the mailed link to a new password opens the account', async () => {
      await expect.poll(() => isKnownAtEmulator(seller.email)).toBe(true)
      await page.goto(`${shop.origin}/reset-password`)
      await page.getByLabel('Email').fill(seller.email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText(/we’ve sent a link/)).toBeVisible()
      await page.goto(`${shop.origin}/reset-password?token=${await mailedCode(seller.email, 'PASSWORD_RESET')}`)
      await page.getByLabel('New password').fill('tea salt road')
      await page.getByRole('button', { name: 'Set the password' }).click()
      await expect(accountMenu(page)).toBeVisible()
      expect(await ownBooks(page, shop)).toEqual(books)
    })

    await restart({})
    await test.step('after the way back the former password opens it again', async () => {
      await login(shop, seller.email, seller.password)
      await expect(accountMenu(page)).toBeVisible()
      expect(await ownBooks(page, shop)).toEqual(books)
    })

    await restart(atEmulator)
    await test.step('and so does Firebase’s, once the shop is there again', async () => {
      await login(shop, seller.email, 'tea salt road')
      await expect(accountMenu(page)).toBeVisible()
      expect(await ownBooks(page, shop)).toEqual(books)
    })
  } finally {
    await shop.stop({ keepData: true })
    await rm(dataDir, { recursive: true, force: true })
  }
})
