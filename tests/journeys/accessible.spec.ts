import { violationsOn } from '#tests/kit/axe.ts'
import { demoPerson, expect, expectAccessible, signIn, test, type Page } from '#tests/kit/journey.ts'
import { aBookOf, aMember, enterAs, send } from '#tests/kit/members.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'

const views = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/** No space to break a line at. */
const longWords = {
  book_name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  book_writer: 'W'.repeat(80),
  description: 'D'.repeat(400),
  location: 'L'.repeat(150),
}

/** Opens a screen and holds it to the rules: wide and narrow, light and dark, and nothing to scroll sideways at 320. */
async function expectGood(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await show(page, views[0])
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText(/^(Loading|Fetching)/)).toHaveCount(0)
  for (const view of views) {
    await show(page, view)
    const { width, colorScheme } = view
    await test.step(`${path}, ${width} px, ${colorScheme}`, () => expectAccessible(page))
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(tooWide, `${path} at 320 px`).toBe(0)
}

async function show(page: Page, { width, height, colorScheme }: (typeof views)[number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

test.describe('a visitor’s screens', () => {
  for (const [path, heading] of [
    ['/', /Good books/],
    ['/products-categories', 'Product categories'],
    ['/advertises', 'Advertised items'],
    ['/blogs#unit-testing', 'Blogs'],
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/reset-password', /password/],
    ['/reset-password?token=some-token', 'Choose a new password'],
    ['/outbox', 'Outbox'],
    ['/about', 'About the club'],
    ['/how-buying-works', 'How buying works'],
    ['/how-selling-works', 'How selling works'],
    ['/contact', 'Contact'],
    ['/terms', 'Terms of use'],
    ['/privacy', 'Privacy'],
    ['/imprint', 'Imprint'],
  ] as const)
    test(`${path} is accessible`, ({ page }) => expectGood(page, path, heading))

  test('a book’s page is accessible', async ({ page, shop }) => {
    const id = await aBookOf(shop, await aMember(shop, 'seller'), longWords)
    await expectGood(page, `/advertise/${id}`, /^Donau/)
  })

  test.describe('where nothing is', () => {
    test.use({ expectedConsoleErrors: [/status of 404|verify-email/] })
    test('the not-found page is accessible', ({ page }) => expectGood(page, '/nowhere', /not available/))
    test('a lapsed link’s page is accessible', ({ page }) =>
      expectGood(page, '/verify-email?token=old', 'Confirm your address'))
  })

  test('forms with everything wrong are accessible', async ({ page }) => {
    for (const [path, button] of [
      ['/login', 'Login'],
      ['/register', 'Sign up'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByText('Please check:')).toBeVisible()
      await expectAccessible(page)
    }
  })
})

test.describe('screens with nothing on them yet', () => {
  test('of a buyer are accessible', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    await expectGood(page, '/dashboard', 'Please choose the right option')
    await expectGood(page, '/dashboard/my-orders', 'My Orders')
  })
  test('of a seller are accessible', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'seller'))
    await expectGood(page, '/dashboard/my-products', 'My Products')
    await expectGood(page, '/dashboard/my-buyers', 'My buyers')
  })
  test('of a member without a role are accessible', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'user'))
    await expectGood(page, '/dashboard', 'Please choose the right option')
    await expectGood(page, '/dashboard/account', 'Account')
  })
})

test('a buyer’s screens are accessible', async ({ page, shop }) => {
  test.slow()
  const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer', 'Buyer With A Name')]
  const orderId = await anOrderOf(shop, buyer, await aBookOf(shop, seller, longWords))
  const open = await aBookOf(shop, seller, longWords)
  await enterAs(page, shop, buyer)
  await expectGood(page, '/all-products', 'All products')
  await expectGood(page, `/buy/${open}`, /^Buy Donau/)
  await expectGood(page, '/books/story-book', /Story Book/)
  await expectGood(page, '/dashboard/my-orders', 'My Orders')
  await expectGood(page, `/dashboard/payment/${orderId}`, /^Payment/)
  await expectGood(page, '/dashboard/account', 'Account')
})

test('a seller’s screens are accessible', async ({ page, shop }) => {
  test.slow()
  const [seller, buyer] = [await aMember(shop, 'seller', 'Seller With A Name'), await aMember(shop, 'buyer')]
  await anOrderOf(shop, buyer, await aBookOf(shop, seller), { phone: '', meetingLocation: '' })
  await aBookOf(shop, seller, longWords)
  const other = await aBookOf(shop, seller, { book_name: 'ألف ليلة وليلة' })
  await send(shop, `/api/my-books/${other}`, { method: 'PUT', token: seller.token, body: { advertise: 'true' } })
  await enterAs(page, shop, seller)
  await expectGood(page, '/dashboard', 'Please choose the right option')
  await expectGood(page, '/dashboard/add-product', 'Add A Product')
  await expectGood(page, '/dashboard/my-products', 'My Products')
  await expectGood(page, '/dashboard/my-buyers', 'My buyers')
  await page.goto('/dashboard/add-product')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Please check:')).toBeVisible()
  await expectAccessible(page)
})

test('the admin’s screens are accessible', async ({ page, shop }) => {
  test.slow()
  await signIn(page, await demoPerson(shop, 'admin'))
  await expectGood(page, '/dashboard', 'Please choose the right option')
  await expectGood(page, '/dashboard/all-sellers', 'All sellers')
  await expectGood(page, '/dashboard/all-buyers', 'All buyers')
  await expectGood(page, '/dashboard/reported-items', 'Reported Items')
})

test('the dashboard’s menu on a phone is accessible, and goes by Esc', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: 'Dashboard menu' })
  await opener.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'My buyers' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a table is still one where a phone shows it as cards', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, shop, seller)
  await page.goto('/dashboard/my-products')
  const table = page.getByRole('table', { name: /Your books/ })
  await expect(table.getByRole('row').filter({ hasText: 'The Tide Table' }).getByRole('cell')).toHaveCount(4)
})

test('what breaks the rules is found, in frames too', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => {
    document.querySelector('main')!.append(document.createElement('button'))
    const frame = document.createElement('iframe')
    frame.title = 'A frame'
    frame.srcdoc = '<!doctype html><html lang="en"><title>A</title><main><h1>A</h1><input type="text"></main>'
    document.querySelector('main')!.append(frame)
  })
  await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible()
  const found = await violationsOn(page)
  expect(found.map((text) => text.split('\n')[0])).toEqual(expect.arrayContaining(['button-name', 'label']))
})
