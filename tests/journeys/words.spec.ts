import { expect, signIn, test, untilAlive, type Page, accountMenu } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoPerson, enterAs, send, signedIn } from '#tests/kit/members.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { anOrderOf, payButton, pressBuyNow } from '#tests/kit/shopping.ts'

const targetsOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]))

const FAVOURITES = ['Favourites', '/dashboard/favourites'] as const
const SAVED_SEARCHES = ['Saved searches', '/dashboard/saved-searches'] as const
const MESSAGES = ['Messages', '/dashboard/messages'] as const

test.describe('the dashboard', () => {
  const menus = {
    buyer: [['My Orders', '/dashboard/my-orders'], FAVOURITES, SAVED_SEARCHES, MESSAGES],
    seller: [
      ['Add A product', '/dashboard/add-product'],
      ['My Products', '/dashboard/my-products'],
      ['My buyers', '/dashboard/my-buyers'],
      ['Statement', '/dashboard/statement'],
      FAVOURITES,
      SAVED_SEARCHES,
      MESSAGES,
    ],
    admin: [
      ['All sellers', '/dashboard/all-sellers'],
      ['All buyers', '/dashboard/all-buyers'],
      ['Reported Items', '/dashboard/reported-items'],
      ['Orders', '/dashboard/orders'],
      ['People', '/dashboard/people'],
      ['Payouts', '/dashboard/payouts'],
      ['Figures', '/dashboard/figures'],
      ['Audit log', '/dashboard/audit-log'],
      ['Categories', '/dashboard/categories'],
      ['Problems', '/dashboard/problems'],
      ['Settings', '/dashboard/settings'],
      FAVOURITES,
      SAVED_SEARCHES,
    ],
  } as const
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    test(`asks the ${role} to choose, in the frame with the menu of that role`, async ({ page, shop }) => {
      await signIn(page, await demoPerson(shop, role))
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: 'Please choose the right option' })).toBeVisible()
      expect(await targetsOf(page, 'Dashboard')).toEqual([...menus[role], ['Account', '/dashboard/account']])
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
    })
  }
})

test('the payment page goes by the order, not the role: who sells by now still pays', async ({ page, shop }) => {
  const buyer = await aMember(shop, 'buyer')
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, await aMember(shop, 'seller')))
  await send(shop, '/api/account', { method: 'PATCH', token: buyer.token, body: { checked: 'seller' } })
  await enterAs(page, shop, await signedIn(shop, buyer))
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment (The Tide Table)' })).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
})

test('the home page has hero, advertised books, categories and the way to all products', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: /Advertised books/ }).getByRole('article')).not.toHaveCount(0)
  const categories = page.getByRole('region', { name: 'Product categories' })
  await expect(categories.getByRole('heading', { level: 3 })).toHaveText(['Novel Book', 'Story Book', 'Cook Book'])
  await expect(page.getByRole('link', { name: 'See all products' })).toHaveAttribute('href', '/all-products')
})

test('advertised items shows the advertised books', async ({ page, request }) => {
  const advertised = (await (await request.get('/api/advertise')).json()) as { book_name: string }[]
  expect(advertised.length).toBeGreaterThan(0)
  await page.goto('/advertises')
  await expect(page.getByRole('heading', { level: 1, name: 'Advertised items' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(
    advertised.map((book) => book.book_name),
  )
})

test('login has email, password, Google, and the way to register', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/register')
})

test('register has email, name, password, buyer or seller, Google, and the way to login', async ({ page }) => {
  await page.goto('/register')
  for (const label of ['Email', 'Name']) await expect(page.getByLabel(label)).toBeEditable()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  const roles = page.getByRole('main').getByRole('radio')
  await expect(roles).toHaveCount(2)
  for (const name of [/^Buyer/, /^Seller/]) await expect(page.getByRole('radio', { name })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeEnabled()
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('a screen that fails', () => {
  test.use({ expectedConsoleErrors: [/500/] })
  test('shows the not-found page, with the way home', async ({ page }) => {
    await page.goto('/')
    await untilAlive(page)
    await page.route('**/advertises.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('link', { name: 'Advertised items', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This page is not available right now' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('a link keeps one where one is, and says why', async ({ page, context }) => {
    await page.goto('/about')
    await untilAlive(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Advertised items', exact: true }).click()
    await expect(page.getByText('You’re offline. Please check your internet connection...')).toBeVisible()
    await expect(page).toHaveURL('/about')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Advertised items', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Advertised items' })).toBeVisible()
  })

  test('a page that gets no answer says so, and comes by Retry', async ({ page }) => {
    await page.goto('/about')
    await untilAlive(page)
    await page.route('**/advertises.data*', (route) => route.abort())
    await page.getByRole('link', { name: 'Advertised items', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This page is not available right now' })).toBeVisible()
    await expect(page.getByText('We couldn’t reach the shop. Please check your internet connection...')).toBeVisible()
    await page.unroute('**/advertises.data*')
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Advertised items' })).toBeVisible()
  })
})

test.describe('books of a category that could not be read', () => {
  test.use({ expectedConsoleErrors: [/status of 500/] })
  test('are said to be so with the reason, and come by a Retry', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const json = { code: 'internal', title: 'x', detail: 'The shelves are being moved' }
    let asked = 0
    await page.route('**/api/books/novel-book*', (route) => {
      asked += 1
      return route.fulfill({ status: 500, json })
    })
    await page.clock.install()
    await page.goto('/books/novel-book')
    for (const [earlier, seconds] of [0, 1, 2, 4].entries()) {
      await page.clock.fastForward(seconds * 1000)
      await expect.poll(() => asked).toBe(earlier + 1)
    }
    await expect(page.getByText('An error has occurred: The shelves are being moved')).toBeVisible()
    await page.unroute('**/api/books/novel-book*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe('the identity service', () => {
  test.use({ expectedConsoleErrors: [/sign-(in|up)\/email|ERR_FAILED/] })
  const fillIn = async (page: Page) => {
    await page.getByLabel('Email').fill(`someone-${crypto.randomUUID()}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('six letters')
  }

  test('refusing a sign-up pops up its code', async ({ page }) => {
    await page.goto('/register')
    await page.route('**/api/identity/sign-up/email', (route) => route.fulfill({ status: 429, json: {} }))
    await fillIn(page)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(popup(page, 'auth/too-many-requests')).toBeVisible()
    await expect(page.getByText('Too many attempts. Please wait a minute and try again.')).toBeVisible()
  })

  test('that is not set up for this address pops up the code for it', async ({ page }) => {
    await page.goto('/login')
    const refusal = { status: 403, json: { code: 'INVALID_ORIGIN' } }
    await page.route('**/api/identity/sign-in/email', (route) => route.fulfill(refusal))
    await fillIn(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(popup(page, 'auth/unauthorized-domain')).toBeVisible()
    await expect(page.getByText('You can’t sign in at this address of the shop.')).toBeVisible()
  })

  test('that can’t be reached pops up the code for it, and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/identity/sign-in/email', (route) => route.abort())
    await fillIn(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(popup(page, 'auth/network-request-failed')).toBeVisible()
    await expect(
      page.getByText('We couldn’t reach the shop. Please check your internet connection and try again.'),
    ).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('six letters')
  })

  test('is waited for: the form can’t be sent again until it has answered', async ({ page, shop }) => {
    const member = await aMember(shop, 'buyer')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/identity/sign-in/email', (route) => answered.promise.then(() => route.continue()))
    await page.goto('/login')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled()
    answered.resolve()
    await expect(accountMenu(page)).toBeVisible()
  })
})

for (const { shelf, book } of [
  { shelf: '/all-products', book: 'Found Among All' },
  { shelf: '/books/novel-book', book: 'Found Among Novels' },
]) {
  test(`Buy Now opens from a card of ${shelf}, and makes the order in two calls`, async ({ page, shop }) => {
    await aBookOf(shop, await aMember(shop, 'seller'), { book_name: book })
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/buy-now'))
        sent.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, 'id')}`)
    })
    await page.goto(shelf)
    const dialog = await pressBuyNow(page, book)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Payment (${book})` })).toBeVisible()
    expect(sent).toEqual(['POST /api/buy-now', 'PUT /api/buy-now/id'])
  })
}

test('signing up with Google that comes to nothing pops up Please try again', async ({ page }) => {
  await page.goto('/register')
  const button = page.getByRole('button', { name: 'Sign up with Google' })
  const [google] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await google.getByRole('button', { name: 'Cancel' }).click()
  await expect(popup(page, 'Please try again')).toBeVisible()
})
