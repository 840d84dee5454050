import { accountMenu, expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs, send } from '#tests/kit/members.ts'
import { expectStandsFor, stopTime, toastOf } from '#tests/kit/browser/popups.ts'
import { anAgreedDeal } from '#tests/kit/shopping.ts'
import { h1, sideMenu } from '#tests/kit/browser/parts.ts'

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
    await expect(h1(page, 'My Products')).toBeFocused()
    await expectAccessible(page)
    const menu = sideMenu(page)
    await menu.getByRole('link', { name: 'Account' }).click()
    await expect(h1(page, 'Account')).toBeVisible()
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
  test.describe('whose answer fails at first', () => {
    test.use({ expectedConsoleErrors: [/status of 404/] })
    test('says so, and then leads each side of an order to its next step', async ({ page, shop }) => {
      const { buyer, seller } = await anAgreedDeal(shop, { book_name: 'The Waiting Room' })
      const json = { code: 'not_found', title: 'x', detail: 'x' }
      await page.route('**/api/dashboard', (route) => route.fulfill({ status: 404, json }))
      await openAs(page, shop, buyer, '/dashboard')
      await expect(page.getByText('We couldn’t load what’s waiting for you.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/api/dashboard')
      await page.getByRole('button', { name: 'Retry' }).click()
      const waiting = page.getByRole('region', { name: 'Waiting for you' })
      await expect(waiting.getByRole('listitem')).toHaveText(/^Collect The Waiting Room from Odile Marsh.*until/)
      await expect(page).toHaveTitle('(1) Dashboard · Dogear')
      await accountMenu(page).click()
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: 'My Orders 1 waiting' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await waiting.getByRole('link', { name: 'Show code' }).click()
      await expect(page).toHaveURL(/\/dashboard\/orders\/.*#next-step$/)

      await openAs(page, shop, seller, '/dashboard')
      await expect(waiting.getByRole('listitem')).toHaveText(/^Hand over The Waiting Room to Ben Ode/)
      await expect(sideMenu(page).getByRole('link', { name: 'My buyers 1 waiting' })).toBeVisible()
    })
  })

  test('without anything that waits says so, and what to do next', async ({ page, shop }) => {
    await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard')
    const waiting = page.getByRole('region', { name: 'What’s waiting for you' })
    await expect(waiting).toContainText('Nothing is waiting for you.')
    await waiting.getByRole('link', { name: 'List a book' }).click()
    await expect(h1(page, 'Add A Product')).toBeVisible()
    await expect(page).toHaveTitle('Add A Product · Dogear')
  })

  test('asks a new member once whether to buy or sell, and confirms it for two seconds [dashboard-1]', async ({
    page,
    shop,
  }) => {
    await openAs(page, shop, await aMember(shop, 'user'), '/dashboard')
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
})

test.describe('entering the dashboard', () => {
  // A changed role ends older tokens and closes the orders; this page's own token is renewed at the first no.
  test.use({ expectedConsoleErrors: [/40[13].*(user-type-find|account|dashboard|task-counts)/] })
  test('checks the account: a role that was changed elsewhere shows its menu [dashboard-2]', async ({ page, shop }) => {
    const member = await aMember(shop, 'buyer')
    await openAs(page, shop, member, '/blogs')
    await send(shop, '/api/account', { method: 'PATCH', token: member.token, body: { checked: 'seller' } })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const menu = sideMenu(page)
    await expect(menu.getByRole('link').first()).toHaveText('Add A product')
  })
})

test('a phone’s bar leads everywhere; its menu closes by Esc and on choosing, with the focus where reading goes on [dashboard-3]', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, shop, await aMember(shop, 'buyer'), '/dashboard')
  const bar = page.getByRole('navigation', { name: 'Main places' })
  const opener = bar.getByRole('button', { name: 'Me' })
  await opener.click()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  const main = dialog.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText([
    'Product categories',
    'Advertised items',
    'All products',
    'Blogs',
    'Dashboard',
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'My Orders' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(h1(page, 'My Orders')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Find a book' })).toBeVisible()
  await bar.getByRole('link', { name: 'Messages' }).click()
  await expect(h1(page, 'Messages')).toBeFocused()
  await expect(bar.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('contentinfo').getByRole('navigation', { name: 'Main' })).toBeVisible()
})
