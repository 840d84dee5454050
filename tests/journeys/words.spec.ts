import { expect, test, type Page, accountMenu } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { pressBuyNow } from '#tests/kit/shopping.ts'

test('login has email, password and Google; registering adds a name and buyer or seller [words-1]', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/register')
  for (const label of ['Email', 'Name']) await expect(page.getByLabel(label)).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  const roles = page.getByRole('main').getByRole('radio')
  await expect(roles).toHaveCount(2)
  for (const name of [/^Buyer/, /^Seller/]) await expect(page.getByRole('radio', { name })).not.toBeChecked()
  await page.getByRole('radio', { name: /^Seller/ }).check()
  await page.getByRole('button', { name: /^Clear/ }).click()
  await expect(page.getByRole('radio', { name: /^Seller/ })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeEnabled()
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('the way to another page', () => {
  test.use({ expectedConsoleErrors: [/500|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('stays on the page when offline, and offers Retry without an answer [words-2]', async ({ page, context }) => {
    const link = page.getByRole('link', { name: 'Advertised items', exact: true })
    const failed = page.getByRole('heading', { name: 'This page is not available right now' })
    const arrived = page.getByRole('heading', { name: 'Advertised items' })
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
      await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible()
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

test.describe('books of a category that fail to load', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] })
  test('show the reason, and load by a Retry [words-3]', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    // A permanent refusal, which isn't retried.
    const json = { code: 'internal', title: 'x', detail: 'The shelves are being moved' }
    await page.route('**/api/books/novel-book*', (route) => route.fulfill({ status: 409, json }))
    await page.goto('/books/novel-book')
    await expect(page.getByText('An error has occurred: The shelves are being moved')).toBeVisible()
    await page.unroute('**/api/books/novel-book*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe('the identity service', () => {
  test.use({ expectedConsoleErrors: [/sign-(in|up)\/email|ERR_FAILED/] })
  const SIGN_IN = '**/api/identity/sign-in/email'
  const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
  const fillIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
  }

  test('that refuses the address or can’t be reached shows its code, and the input stays [words-5]', async ({
    page,
    shop,
  }) => {
    const member = await aMember(shop, 'buyer')
    await page.goto('/login')
    await fillIn(page, member.email, member.password)
    await test.step('not set up', async () => {
      await page.route(SIGN_IN, (route) => route.fulfill({ status: 403, json: { code: 'INVALID_ORIGIN' } }))
      await login(page).click()
      await expect(popup(page, 'auth/unauthorized-domain')).toBeVisible()
      await expect(page.getByText('You can’t sign in at this address of the shop.')).toBeVisible()
      await page.unroute(SIGN_IN)
    })
    await test.step('not reached', async () => {
      await page.route(SIGN_IN, (route) => route.abort())
      await login(page).click()
      await expect(popup(page, 'auth/network-request-failed')).toBeVisible()
      await expect(
        page.getByText('We couldn’t reach the shop. Please check your internet connection and try again.'),
      ).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(member.password)
      await page.unroute(SIGN_IN)
    })
    await test.step('waited for', async () => {
      const answered = Promise.withResolvers<void>()
      await page.route(SIGN_IN, (route) => answered.promise.then(() => route.continue()))
      await login(page).click()
      await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled()
      answered.resolve()
      await expect(accountMenu(page)).toBeVisible()
    })
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
  await expect(page.getByRole('heading', { level: 1, name: `Payment (${title})` })).toBeVisible()
  expect(sent).toEqual(['POST /api/buy-now', 'PUT /api/buy-now/id'])
})
