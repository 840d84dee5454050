import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { bookPath } from '#contract/books/book-path.ts'
import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, aPictureOf, untilFound } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn } from '#tests/kit/shopping.ts'
import { h1 } from '#tests/kit/browser/parts.ts'

/** On a screen that is touched: 40 pixels lie between them at first and 120 in the end. */
async function moveTwoFingersApart(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const at = (distance: number) =>
    [-distance / 2, distance / 2].map((by) => ({ x: x + width / 2 + by, y: y + height / 2 }))
  const screen = await page.context().newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(40) })
  for (const distance of [60, 80, 100, 120])
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(distance) })
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}

test.describe('a book’s page', () => {
  test('shows its pictures in a zoomable gallery, and restores the focus', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    const pictures = [await aPictureOf(shop, seller), await aPictureOf(shop, seller)]
    const id = await aBookOf(shop, seller, { book_name: 'Seen From Two Sides' }, pictures)
    await page.goto(`/advertise/${id}`)
    const second = page.getByRole('link', { name: 'Picture 2 of Seen From Two Sides' })
    // From then on scripts are there; before, the link leads to the picture itself.
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await second.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Seen From Two Sides' })
    await expect(dialog.getByRole('img', { name: 'Picture 2 of 2' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('img', { name: 'Picture 1 of 2' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Previous' }).click()
    await expect(dialog.getByText('2 of 2')).toBeVisible()
    const widthOf = async () => (await dialog.getByRole('img').boundingBox())?.width ?? 0
    const before = await widthOf()
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(widthOf).toBeGreaterThan(2 * before)
    await expectAccessible(page)
    await page.keyboard.press('+')
    await expect.poll(widthOf).toBeGreaterThan(3 * before)
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('-')
    await expect.poll(widthOf).toBe(before)
    // As a trackpad says that two fingers move apart.
    await dialog.getByRole('img').hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await expect.poll(widthOf).toBeGreaterThan(2 * before)
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(widthOf).toBe(before)
    await moveTwoFingersApart(page, dialog.getByRole('img'))
    await expect.poll(widthOf).toBeGreaterThan(2 * before)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(second).toBeFocused()
  })

  test('shows other copies, the cheapest first; sold, it stays and leads to these', async ({ page, shop }) => {
    const [seller, other] = [await aMember(shop, 'seller', 'Mina Roth'), await aMember(shop, 'seller', 'Ole Berg')]
    const copy = { book_name: 'One of Three', book_writer: 'Cleo Stern' }
    const id = await aBookOf(shop, seller, { ...copy, resalePrice: '5' })
    await aBookOf(shop, other, { ...copy, resalePrice: '9' })
    await aBookOf(shop, other, { ...copy, book_name: 'One of Three (Illustrated)', resalePrice: '7.50' })
    await untilFound(shop, 'One of Three (Illustrated)')
    await page.goto(`/advertise/${id}`)
    const copies = page.getByRole('region', { name: 'Other copies of this book' })
    await expect(copies.getByRole('listitem')).toHaveCount(2)
    await expect(copies.getByRole('listitem').first()).toContainText('$7.50')
    await expect(copies.getByRole('listitem').first()).toContainText('Ole Berg')
    await page.getByRole('link', { name: '2 other copies from $7.50' }).click()
    await expect(copies).toBeInViewport()

    await anOrderOf(shop, await aMember(shop, 'buyer'), id)
    await page.goto(`/advertise/${id}`)
    await expect(h1(page, 'One of Three')).toBeVisible()
    await expect(page.getByRole('link', { name: '2 other copies from $7.50' })).toBeVisible()
    await copies.getByRole('link', { name: /^\$7\.50/ }).click()
    await expect(h1(page, 'One of Three (Illustrated)')).toBeFocused()
  })

  test('strikes the price when new where the copy costs less; a phone keeps Buy Now in reach', async ({
    page,
    shop,
  }) => {
    const title = 'A Long Way Down the Page'
    const facts = { book_name: title, originalPrice: '24', resalePrice: '18' }
    const description = 'One more line of it. '.repeat(150)
    await page.goto(`/advertise/${await aBookOf(shop, await aMember(shop, 'seller'), { ...facts, description })}`)
    await expect(page.locator('s')).toHaveText('$24.00')
    await expect(page.getByText('25% saved')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 700 })
    await expect(buyNowOn(page, title)).toBeInViewport()
    await page.getByText(/^Ad no\./).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, -600)
    await expect(buyNowOn(page, title)).toBeInViewport()
  })

  test('has an address to copy, and a QR code for another phone, in light and dark', async ({
    page,
    shop,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const title = 'Scanned From a Screen'
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: title })
    const address = shop.origin + bookPath({ id, title })
    await page.goto(address)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    await page.getByRole('button', { name: 'QR code' }).click()
    for (const colorScheme of ['light', 'dark'] as const)
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme })
        const code = await page.getByRole('img', { name: 'QR code linking to' }).screenshot()
        const { data, info } = await sharp(code).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        expect(decodeQR({ width: info.width, height: info.height, data })).toBe(address)
      })
  })
})

test.describe('the home page', () => {
  test('links the newest books, and says what waits for a member', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    await aBookOf(shop, seller, { book_name: 'Fresh From the Attic' })
    await page.goto('/')
    const justIn = page.getByRole('region', { name: 'Just in' })
    await expect(justIn.getByRole('article').first()).toContainText('$12.50')
    await justIn.getByRole('link', { name: 'Fresh From the Attic' }).click()
    await expect(h1(page, 'Fresh From the Attic')).toBeFocused()

    const id = await aBookOf(shop, seller, { book_name: 'Kept Behind the Desk' })
    const [buyer, newcomer] = [await aMember(shop, 'buyer'), await aMember(shop, 'buyer')]
    const order = await anOrderOf(shop, buyer, id)
    await openAs(page, shop, buyer, '/')
    await page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('link', { name: /Pay for Kept Behind the Desk/ })
      .click()
    await expect(page).toHaveURL(`/dashboard/payment/${order}`)

    await openAs(page, shop, newcomer, '/')
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  })
})
