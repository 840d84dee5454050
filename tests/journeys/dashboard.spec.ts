import { expect, expectAccessible, test, untilHydrated } from '#tests/kit/browser/journey.ts'
import { aBookOf, aConfirmedMember, aMember, enterAs, send } from '#tests/kit/members.ts'
import { expectStandsFor, stopTime, toastOf } from '#tests/kit/browser/popups.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'

test.describe('a screen of the dashboard that throws', () => {
  test.use({ expectedConsoleErrors: [/planted/] })

  test('leaves the menu in place, and recovers by Retry', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    await aBookOf(shop, seller)
    await enterAs(page, shop, seller)
    await page.addInitScript(() => {
      const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!
      const throws = () => {
        throw new RangeError('planted')
      }
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get(this: Intl.NumberFormat) {
          return 'isMended' in document.documentElement.dataset ? get!.call(this) : throws
        },
      })
    })
    await page.goto('/dashboard/my-products')
    const words = page.getByText('Something went wrong on this page. The others still work.')
    await expect(words).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused()
    await expectAccessible(page)
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await menu.getByRole('link', { name: 'My Products' }).click()
    // Mended any earlier, React's own second attempt would do without the button.
    await expect(words).toBeVisible()
    await page.evaluate(() => (document.documentElement.dataset.isMended = ''))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('row', { name: 'The Tide Table' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('the dashboard’s first page', () => {
  test('shows on each card what is waiting there', async ({ page, shop }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    await anOrderOf(shop, buyer, await aBookOf(shop, seller))
    await aBookOf(shop, seller)
    await enterAs(page, shop, buyer)
    await page.goto('/dashboard')
    const orders = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Your reservations and purchases.' })
    await expect(orders).toContainText('1 payment due')
    await orders.getByRole('link', { name: 'My Orders' }).click()
    await expect(page).toHaveURL('/dashboard/my-orders')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'My Orders' })).toHaveAttribute('aria-current', 'page')

    await enterAs(page, shop, seller)
    await page.goto('/dashboard')
    await expect(page.getByText('1 unsold book not advertised yet')).toBeVisible()
    await expect(page.getByText('1 reserved, not paid yet')).toBeVisible()
  })

  test('reserves the space of the numbers, and says where nothing is waiting', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const counted = Promise.withResolvers<void>()
    await page.route('**/api/dashboard-numbers', (route) => counted.promise.then(() => route.continue()))
    await page.goto('/dashboard')
    const orders = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Your reservations and purchases.' })
    await expect(orders).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await orders.boundingBox()
    counted.resolve()
    await expect(orders).toContainText('No payments due')
    expect(await orders.boundingBox()).toEqual(before)
  })

  test('asks a new member once whether to buy or sell, and confirms it for two seconds [dashboard-1]', async ({
    page,
    shop,
  }) => {
    await enterAs(page, shop, await aMember(shop, 'user'))
    await page.goto('/dashboard')
    const question = page.getByRole('group', { name: 'Do you want to buy or sell?' })
    await expect(question).toBeVisible()
    await stopTime(page)
    await question.getByRole('button', { name: 'I want to sell' }).click()
    await expectStandsFor(page, toastOf(page, 'You can list books now'), 2000)
    await page.clock.resume()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main').getByRole('link', { name: 'Add A product' }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByRole('link', { name: 'My buyers' }).first()).toBeVisible()
    await expect(question).toHaveCount(0)
  })

  test.describe('that can’t count', () => {
    test.use({ expectedConsoleErrors: [/status of 404/] })
    test('says so, and loads the numbers by a Retry in place', async ({ page, shop }) => {
      await enterAs(page, shop, await aMember(shop, 'buyer'))
      const json = { code: 'not_found', title: 'x', detail: 'x' }
      await page.route('**/api/dashboard-numbers', (route) => route.fulfill({ status: 404, json }))
      await page.goto('/dashboard')
      await expect(page.getByText('We couldn’t count what waits for you.')).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/api/dashboard-numbers')
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('No payments due')).toBeVisible()
      await expect(page).toHaveURL('/dashboard')
    })
  })
})

test.describe('entering the dashboard', () => {
  // A changed role ends older tokens and closes the orders; this page's own token is renewed at the first no.
  test.use({ expectedConsoleErrors: [/40[13].*(user-type-find|dashboard-numbers)/] })
  test('checks the account: a role that was changed elsewhere shows its menu [dashboard-2]', async ({ page, shop }) => {
    const member = await aMember(shop, 'buyer')
    await enterAs(page, shop, member)
    await page.goto('/blogs')
    await untilHydrated(page)
    await send(shop, '/api/account', { method: 'PATCH', token: member.token, body: { checked: 'seller' } })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link')).toHaveText([
      'Add A product',
      'My Products',
      'My buyers',
      'Statement',
      'Favourites',
      'Saved searches',
      'Messages',
      'Account',
    ])
  })
})

test('a phone’s menu closes on choosing, and the focus moves to the new page’s heading [dashboard-3]', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, shop, await aMember(shop, 'buyer'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Dashboard menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Find a book' })).toBeVisible()
})

test('the end of a reservation is announced as it draws near, not every second', async ({ page, shop }) => {
  const buyer = await aConfirmedMember(shop, 'buyer')
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, await aMember(shop, 'seller')))
  await enterAs(page, shop, buyer)
  await page.clock.install()
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByText(/\(in 48 hours\)/)).toBeVisible()
  const told = page.getByRole('status').filter({ hasText: /left to pay/ })
  await expect(told).toHaveCount(0)
  await page.clock.fastForward('47:05:00')
  await expect(page.getByText(/\(in 5\d minutes\)/)).toBeVisible()
  await expect(told).toHaveText('Less than an hour is left to pay.')
  await page.clock.fastForward('00:50:00')
  await expect(told).toHaveText('Less than ten minutes are left to pay.')
})
