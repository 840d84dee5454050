import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { BOOK, aPhoto, fillInBook } from '#tests/kit/browser/book-form.ts'

const photos = (page: Page): Locator => page.getByRole('listitem').filter({ has: page.getByRole('img') })
const namesOf = (page: Page) =>
  photos(page)
    .getByRole('img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt.replace('Your choice: ', '')))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

let seller: Member
test.beforeEach(async ({ page, shop }) => {
  seller = await aMember(shop, 'seller', 'Odile Marchetti')
  await openAs(page, shop, seller, '/dashboard/add-product')
  await expect(button(page, 'Add Product')).toBeVisible()
})

async function imagesOf(shop: ShopProcess): Promise<string[]> {
  const [book] = (await (await send(shop, '/api/my-books', { token: seller.token })).json()) as { images: string[] }[]
  return book?.images ?? []
}

test('several photos are sorted by keyboard alone, and buyers see them in that order', async ({ page, shop }) => {
  await page.getByLabel('Product Image').setInputFiles([await aPhoto('back.png'), await aPhoto('front.png')])
  await page.getByLabel('Product Image').setInputFiles(await aPhoto('spine.png'))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await namesOf(page)).toEqual(['back.png', 'front.png', 'spine.png'])
  await expect(photos(page).first()).toContainText('Cover')

  await button(page, 'Move earlier: photo 2, front.png').focus()
  await page.keyboard.press('Enter')
  expect(await namesOf(page)).toEqual(['front.png', 'back.png', 'spine.png'])
  await expect(page.getByRole('status').getByText('front.png is now photo 1 of 3, the cover')).toBeAttached()
  // The focus moves along, and a further press has nowhere to go.
  await expect(button(page, 'Move earlier: photo 1, front.png')).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await namesOf(page)).toEqual(['front.png', 'back.png', 'spine.png'])
  await expectAccessible(page)

  await button(page, 'Remove: photo 2, back.png').focus()
  await page.keyboard.press('Space')
  await expect(button(page, 'Remove: photo 2, spine.png')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Product Image')).toBeFocused()

  await page.getByLabel('Product Image').setInputFiles([await aPhoto('a.png'), await aPhoto('b.png')])
  await button(page, 'Move later: photo 1, a.png').click()
  await fillInBook(page, { 'Book Name': 'Two Photos' })
  await page.getByLabel('Book Name').press('Enter')
  await expect(page).toHaveURL(/my-products$/)
  const images = await imagesOf(shop)
  expect(images).toHaveLength(2)
  await page.getByRole('link', { name: 'Two Photos', exact: true }).first().click()
  await expect(page.locator(`img[src="${images[0]}"]`).first()).toBeVisible()
})

test('the preview is the inert card that buyers will see; a draft is restored with its photos', async ({ page }) => {
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Odile Marchetti')
  await fillInBook(page, { 'Book Name': 'A Card To Come' })
  await page.getByRole('radio', { name: 'Cook Book' }).check()
  await page.getByLabel('Product Image').setInputFiles([await aPhoto('one.png'), await aPhoto('two.png')])
  for (const words of ['A Card To Come', 'Ines Halloran', '$12.50', 'Cook Book', 'Harbour square', 'Buy Now'])
    await expect(preview).toContainText(words)
  await expect(preview.locator('img')).toHaveJSProperty('complete', true)
  const link = preview.locator('a').first()
  await link.focus()
  await expect(link).not.toBeFocused()
  await page.getByLabel('Book Name').fill('')
  await expect(preview).toContainText('Your book')
  await page.getByLabel('Book Name').fill('Interrupted')

  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Your draft is back, with its 2 photos.')).toBeVisible()
  expect(await namesOf(page)).toEqual(['one.png', 'two.png'])
  await expect(page.getByLabel('Book Name')).toHaveValue('Interrupted')
  await expect(page.getByLabel('Description')).toHaveValue(BOOK.Description)
  await button(page, 'Add Product').click()
  await expect(page).toHaveURL(/my-products$/)
  await page.getByRole('link', { name: 'List another' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Harbour square')
  await expect(page.getByLabel('Mobile Number')).toHaveValue('+49 30 1234567')
  await expect(page.getByLabel('Book Name')).toHaveValue('')
  await expect(page.getByText(/^Your draft is back/)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('the camera takes a photo', async ({ page }) => {
    const camera = page.getByLabel('Take a photo')
    await expect(camera).toBeVisible()
    await expect(camera).toHaveAttribute('capture', 'environment')
    await camera.setInputFiles(await aPhoto('just-taken.png'))
    expect(await namesOf(page)).toEqual(['just-taken.png'])
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})
