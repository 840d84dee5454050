import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { anIsbn, fillInBook } from '#tests/kit/browser/book-form.ts'
import { fillPile, fillPiled, REFUSED, refuseBooks } from '#tests/kit/browser/reaching.ts'
import { aMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

// A connection that is cut on purpose, and a shop that refuses.
test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of (422|503)/] })

async function titlesOf(shop: ShopProcess, { token }: Member): Promise<string[]> {
  const books = (await (await send(shop, '/api/my-books', { token })).json()) as { book_name: string }[]
  return books.map(({ book_name: title }) => title)
}

test('a pile is stored offline, and each of its books is listed once when online', async ({ page, shop, context }) => {
  const seller = await aMember(shop, 'seller')
  await openAs(page, shop, seller, '/dashboard/add-product')
  await page.getByRole('link', { name: 'Scan a pile' }).click()
  const next = page.getByRole('button', { name: 'Next book' })
  await expect(page.getByRole('radio', { name: 'Novel Book' })).toBeVisible()
  await next.click()
  await expect(page.getByLabel('Book Name')).toHaveAccessibleDescription(/Please fill in the book name/)

  await context.setOffline(true)
  await fillPiled(page, 'First of the Pile')
  await next.click()
  const pile = page.getByRole('region', { name: 'Your pile' })
  await expect(pile.getByRole('status')).toHaveText(
    '1 book saved in this browser. We’ll list it when you’re back online.',
  )
  // What is the same for all is there already.
  await expect(page.getByLabel('Location')).toHaveValue('Harbour square')
  await expect(page.getByLabel('Book Name')).toHaveValue('')
  await fillPiled(page, 'Second of the Pile')
  await next.click()
  await expect(pile.getByRole('listitem')).toHaveText([/First of the Pile/, /Second of the Pile/])
  expect(await titlesOf(shop, seller)).toEqual([])

  await context.setOffline(false)
  await expect(pile.getByRole('status')).toContainText('2 books listed.')
  await expect(pile.getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await expect(next).toBeVisible()
  expect((await titlesOf(shop, seller)).toSorted()).toEqual(['First of the Pile', 'Second of the Pile'])
})

test('a refused book shows the reason, and can be corrected without losing the current input', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  await openAs(page, shop, seller, '/dashboard/add-product/pile')
  await refuseBooks(page)
  await fillPile(page)
  const pile = page.getByRole('region', { name: 'Your pile' })
  await expect(pile.getByRole('status')).toContainText('1 book couldn’t be listed: please change what’s wrong.')
  await expect(pile.getByText('Not listed: Choose one of the shop’s categories')).toBeVisible()

  await page.getByLabel('Book Name').fill('Half a Book')
  await pile.getByRole('button', { name: `Change ${REFUSED}` }).click()
  await expect(page.locator(':focus')).toContainText(`${REFUSED} wasn’t listed`)
  await expect(page.getByLabel('Book Name')).toHaveValue(REFUSED)
  await expect(page.getByRole('radio', { name: 'good' })).toBeChecked()
  await expect(page.getByAltText('This copy')).toBeVisible()
  await page.unrouteAll()
  await page.getByLabel('Book Name').fill('A Book Put Right')
  await page.getByRole('button', { name: 'List this book' }).click()
  await expect(pile.getByRole('status')).toContainText('2 books listed.')
  await expect(page.getByLabel('Book Name')).toHaveValue('Half a Book')
  expect((await titlesOf(shop, seller)).toSorted()).toEqual(['A Book Put Right', 'B'.repeat(60)])
  await page.reload()
  await expect(page.getByLabel('Book Name')).toHaveValue('Half a Book')
})

test('a scanner that types ends with Enter, which goes on to the next field; a photo is not needed', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  await openAs(page, shop, seller, '/dashboard/add-product/pile')
  await expect(page.getByRole('radio', { name: 'Novel Book' })).toBeVisible()
  const isbn = page.getByLabel('ISBN')
  await isbn.pressSequentially(anIsbn().right)
  await isbn.press('Enter')
  await expect(page.getByLabel('Book Name')).toBeFocused()
  await fillInBook(page, { 'Book Name': 'Scanned by Wire' })
  await page.getByLabel('Description').fill('')
  await page.getByRole('button', { name: 'Next book' }).click()
  await expect(page.getByRole('region', { name: 'Your pile' }).getByRole('status')).toContainText('1 book listed.')
  await expect(isbn).toBeFocused()
  expect(await titlesOf(shop, seller)).toEqual(['Scanned by Wire'])
})

test('a busy shop is retried automatically; removing a book moves the focus to the status', async ({ page, shop }) => {
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.clock.install()
  await page.goto('/dashboard/add-product/pile')
  await expect(page.getByRole('radio', { name: 'Novel Book' })).toBeVisible()
  await refuseBooks(page)
  for (const title of ['First of the Pile', 'Second of the Pile']) {
    await fillPiled(page, title)
    await page.getByRole('button', { name: 'Next book' }).click()
    await expect(page.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
  }
  const news = page.getByRole('region', { name: 'Your pile' }).getByRole('status')
  await page.getByRole('button', { name: 'Remove Second of the Pile' }).press('Enter')
  await expect(news).toHaveText('1 book saved in this browser. We’ll list it when you’re back online.')
  await expect(news).toBeFocused()
  await page.unrouteAll()
  await page.clock.runFor(15_000)
  await expect(news).toHaveText('1 book listed.')
})
