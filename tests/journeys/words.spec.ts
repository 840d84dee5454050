import { expect, test } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { pressBuyNow } from '#tests/kit/shopping.ts'
import { cards, h1 } from '#tests/kit/browser/parts.ts'

test.describe('the way to another page', () => {
  test.use({ expectedConsoleErrors: [/500|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('stays on the page when offline, and offers Retry without an answer [words-2]', async ({ page, context }) => {
    const link = page.getByRole('link', { name: 'Advertised items', exact: true })
    const failed = page.getByRole('heading', { name: 'This page is not available right now' })
    const arrived = page.getByRole('heading', { name: 'Advertised items' })
    await page.goto('/search')
    await test.step('without a connection and before the filters are loaded', async () => {
      await context.setOffline(true)
      await cards(page).first().getByRole('heading').getByRole('link').click()
      await expect(page.getByText('You’re offline. Please check your internet connection...')).toBeVisible()
      await expect(h1(page, 'Search')).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible()
    })
    await page.goto('/about')
    await test.step('without a connection', async () => {
      await context.setOffline(true)
      await link.click()
      await expect(page.getByText('You’re offline. Please check your internet connection...')).toBeVisible()
      await expect(page).toHaveURL('/about')
      await context.setOffline(false)
    })
    await test.step('without an answer', async () => {
      await page.route('**/advertises.data*', (route) => route.abort())
      await link.click()
      await expect(failed).toBeVisible()
      await expect(page.getByText('We couldn’t reach the shop. Please check your internet connection...')).toBeVisible()
      await page.unroute('**/advertises.data*')
      await page.getByRole('link', { name: 'Retry' }).click()
      await expect(arrived).toBeVisible()
    })
    await test.step('with a failure for an answer', async () => {
      await page.getByRole('link', { name: 'Blogs', exact: true }).first().click()
      await expect(h1(page, 'Blogs')).toBeVisible()
      await page.route('**/advertises.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
      await link.click()
      await expect(failed).toBeVisible()
      await page.unroute('**/advertises.data*')
      await page.getByRole('link', { name: 'Go to Homepage' }).click()
      await expect(page).toHaveURL('/')
    })
    await link.click()
    await expect(arrived).toBeVisible()
  })
})

test('Buy Now opens from a card of a category and of all products, and makes the order in two calls [words-6]', async ({
  page,
  shop,
}) => {
  const title = 'Found Among Novels and All'
  await aBookOf(shop, await aMember(shop, 'seller'), { book_name: title })
  await enterAs(page, shop, await aMember(shop, 'buyer'))
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/buy-now')) sent.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, 'id')}`)
  })
  await page.goto('/books/novel-book')
  const dialog = await pressBuyNow(page, title)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'All products', exact: true }).first().click()
  await expect(page).toHaveURL('/all-products')
  await pressBuyNow(page, title)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(h1(page, `Payment (${title})`)).toBeVisible()
  expect(sent).toEqual(['POST /api/buy-now', 'PUT /api/buy-now/id'])
})
