import { aBigShelf } from '#tests/kit/big-shelf.ts'
import { expect, expectAccessible, test, type Page } from '#tests/kit/journey.ts'
import { aMember, enterAs } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

async function atABigShelf(page: Page, shop: ShopProcess) {
  const seller = await aMember(shop, 'seller')
  await aBigShelf(shop, seller)
  await enterAs(page, shop, seller)
  await page.goto('/dashboard/my-products')
  await expect(page.getByText('24 of 300 books')).toBeVisible()
  return seller
}

test('a seller of 300 books finds some by words and state, in the address', async ({ page, shop }) => {
  await atABigShelf(page, shop)
  await page.getByLabel('Title, writer or ISBN').fill('emile')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile')
  await expect(page.getByText(/^3 books/)).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Show', { exact: true }).selectOption('Sold')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile&state=sold')
  await expect(page.getByText('None of your books is like that.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile&sort=-price')
  await expect(rows(page).first()).toContainText('Volume 300')
  await page.reload()
  await expect(page.getByLabel('Title, writer or ISBN')).toHaveValue('emile')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Show all books' }).click()
  await expect(page).toHaveURL('/dashboard/my-products?sort=-price')
  await expect(page.getByText('24 of 300 books')).toBeVisible()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByText('48 of 300 books')).toBeVisible()
})
