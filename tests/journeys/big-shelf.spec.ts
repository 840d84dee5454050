import { readFile } from 'node:fs/promises'
import { aBigShelf } from '#tests/kit/big-shelf.ts'
import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, send } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { loseAnswer } from '#tests/kit/browser/parts.ts'

// The journey drops answers on purpose.
test.use({ expectedConsoleErrors: [/ERR_FAILED/] })

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

async function atABigShelf(page: Page, shop: ShopProcess) {
  const seller = await aMember(shop, 'seller')
  await aBigShelf(shop, seller)
  await openAs(page, shop, seller, '/dashboard/my-products')
  await expect(page.getByText('24 of 300 books')).toBeVisible()
  return seller
}

test('a seller of 300 books filters them by words and state, and the address follows', async ({ page, shop }) => {
  await atABigShelf(page, shop)
  await page.getByLabel('Title, writer or ISBN').fill('emile')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile')
  await expect(page.getByText(/^3 books/)).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Show', { exact: true }).selectOption('Sold')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile&state=sold')
  await expect(page.getByText('None of your books match.')).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await expect(page).toHaveURL('/dashboard/my-products?search=emile&sort=-price')
  await expect(rows(page).first()).toContainText('Volume 300')
  await page.reload()
  await expect(page.getByLabel('Title, writer or ISBN')).toHaveValue('emile')
  await expect(rows(page)).toHaveCount(3)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save this list as CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(4)
  expect(file).toContain('"Volume 300","Émile Rarely","unsold","4.00"')
  await page.getByRole('button', { name: 'Show all books' }).click()
  await expect(page).toHaveURL('/dashboard/my-products?sort=-price')
  await expect(page.getByText('24 of 300 books')).toBeVisible()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByText('48 of 300 books')).toBeVisible()
})

test('a seller reprices and deletes many books at once, and can undo it', async ({ page, shop }) => {
  const seller = await atABigShelf(page, shop)
  const bar = page.getByRole('region', { name: 'Several books at once' })
  await page.getByLabel('Select all 24 shown').check()
  await expect(bar).toContainText('24 books selected')
  await page.getByLabel('Select Volume 300').uncheck()
  await expect(bar).toContainText('23 books selected')

  await test.step('one is reserved meanwhile: the others get another price', async () => {
    const own = (await (await send(shop, '/api/my-books', { token: seller.token })).json()) as { _id: string }[]
    await anOrderOf(shop, await aMember(shop, 'buyer'), own[1]!._id)
    await bar.getByRole('button', { name: 'Change price' }).click()
    await bar.getByLabel('By').fill('10%')
    await expect(bar).toContainText('Volume 299: $3.99 → $3.59')
    const change = bar.getByRole('button', { name: 'Change the price of 23 books' })
    await page.route('**/api/my-books/prices', loseAnswer, { times: 1 })
    await change.click()
    await expect(bar.getByText('Please check your internet connection...').first()).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Volume 298' })).toContainText('$3.58')
    // 10% are not 10% twice.
    await expect(bar).toContainText('Volume 299: $3.99 → $3.59')
    await change.click()
    await expect(bar).toContainText('Price changed for 22 books.')
    await expect(bar).toContainText('Volume 299: Reserved.')
    await bar.getByRole('button', { name: 'Undo' }).hover()
    await expect(rows(page).filter({ hasText: 'Volume 298' })).toContainText('$3.58')
    // The pointer at it keeps Undo from ending.
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page).filter({ hasText: 'Volume 298' })).toContainText('$3.98')
  })

  await test.step('deleted by keys, and back', async () => {
    await page.getByLabel('Select all 24 shown').focus()
    await page.keyboard.press('Space')
    await expect(bar).toContainText('24 books selected')
    await page.route('**/api/my-books/changes', loseAnswer, { times: 1 })
    await bar.getByRole('button', { name: /^Delete/ }).focus()
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('button', { name: 'Try again' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('23 books deleted.')
    await expect(page.getByText('24 of 277 books')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(bar.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('23 books brought back.')
    await expect(page.getByText('24 of 300 books')).toBeVisible()
  })
})

test('a seller advertises the whole list, also what isn’t loaded, is told what stays, and takes it back', async ({
  page,
  shop,
}) => {
  const seller = await atABigShelf(page, shop)
  const advertised = async () =>
    (await send(shop, '/api/my-books/count?state=advertised', { token: seller.token })).json() as Promise<object>
  const own = (await (await send(shop, '/api/my-books', { token: seller.token })).json()) as { _id: string }[]
  await anOrderOf(shop, await aMember(shop, 'buyer'), own[1]!._id)
  const bar = page.getByRole('region', { name: 'Several books at once' })
  await bar.getByRole('button', { name: 'Select all 300 books' }).click()
  await expect(bar).toContainText('300 books selected')
  await expect(page.getByLabel('Select Volume 300')).toBeChecked()

  const answer = Promise.withResolvers<void>()
  await page.route(
    '**/api/my-books/changes',
    async (route) => {
      await answer.promise
      await loseAnswer(route)
    },
    { times: 1 },
  )
  await bar.getByRole('button', { name: 'Advertise 300 selected books' }).click()
  await expect(bar.getByRole('progressbar', { name: 'Books done' })).toBeVisible()
  await expect(bar).toContainText('1 of 300')
  await expect(bar.getByRole('button', { name: 'Stop' })).toBeFocused()
  await expectAccessible(page)
  answer.resolve()
  await expect(bar.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('299 books advertised.')
  await expect(bar.getByRole('listitem')).toHaveText(/^1 book: ./)
  expect(await advertised()).toEqual({ count: 299, orMore: false })
  await expect(rows(page).filter({ hasText: 'Volume 300' })).toContainText('Advertised')

  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(bar).toContainText('299 books no longer advertised.')
  expect(await advertised()).toEqual({ count: 0, orMore: false })
})

test('a seller sees what another price for the whole list would do, gives it, and takes it back', async ({
  page,
  shop,
}) => {
  const seller = await atABigShelf(page, shop)
  const [, second] = (await (await send(shop, '/api/my-books', { token: seller.token })).json()) as { _id: string }[]
  await anOrderOf(shop, await aMember(shop, 'buyer'), second!._id)
  const bar = page.getByRole('region', { name: 'Several books at once' })
  await bar.getByRole('button', { name: 'Select all 300 books' }).click()
  await bar.getByRole('button', { name: 'Change price' }).click()
  await bar.getByLabel('Prices').selectOption('Set them')
  await bar.getByLabel('To', { exact: true }).fill('10%')
  await bar.getByRole('button', { name: 'Preview the new prices' }).click()
  await expect(bar.getByText('Write an amount such as 4.50').first()).toBeVisible()
  await bar.getByLabel('To', { exact: true }).fill('2.50')
  await bar.getByRole('button', { name: 'Preview the new prices' }).click()
  // One costs $2.50 already, one is reserved.
  await expect(bar.getByText('298 books would get a new price.')).toBeFocused()
  await expect(bar).toContainText('Now $1.01 to $4.00, then $2.50.')
  await expect(bar.getByRole('listitem')).toHaveText(/^1 book: Reserved\./)
  await expectAccessible(page)
  await expect(rows(page).filter({ hasText: 'Volume 300' })).toContainText('$4.00')
  await bar.getByRole('button', { name: 'Change the price of 298 books' }).click()
  await expect(bar).toContainText('Price changed for 298 books.')
  await expect(rows(page).filter({ hasText: 'Volume 300' })).toContainText('$2.50')
  await bar.getByRole('button', { name: 'Undo' }).click()
  // Three calls, one after the other.
  await expect(rows(page).filter({ hasText: 'Volume 300' })).toContainText('$4.00', { timeout: 60_000 })
})
