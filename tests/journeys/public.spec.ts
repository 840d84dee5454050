import type { Locator } from '@playwright/test'
import { HEAD_COLOUR } from '#contract/sharing.ts'
import { expect, test, type Page, accountMenu, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, send } from '#tests/kit/members.ts'
import { stopTime } from '#tests/kit/browser/popups.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'
import { h1, cards, sideMenu } from '#tests/kit/browser/parts.ts'

/** Banner on every page of a demo. */
const DEMO = 'Demo: cards and emails are not real'
const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** What is seen in the page's noscript elements, into which locators by text don't look. */
const saidWithoutScripts = (page: Page) => page.locator('noscript p:visible').allInnerTexts()

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/nowhere/] })

  test('every public page can be read, and says that this is a demo [public-1]', async ({ page }) => {
    for (const { path, heading, shows } of [
      { path: '/', heading: 'Good books deserve a second reader', shows: 'Advertised books' },
      { path: '/products-categories', heading: 'Product categories', shows: 'Novel Book' },
      { path: '/advertises', heading: 'Advertised items', shows: 'Buy Now' },
      // The article opens by itself where a link leads to it.
      { path: '/blogs#unit-testing', heading: 'Blogs', shows: 'Computers count in halves' },
      { path: '/about', heading: 'About the club', shows: 'Dogear is a club for buying and selling used books' },
      { path: '/how-buying-works', heading: 'How buying works', shows: 'The copy is reserved for 48 hours' },
      {
        path: '/how-selling-works',
        heading: 'How selling works',
        shows: 'Don’t hand the book over before the order is paid',
      },
      { path: '/contact', heading: 'Contact', shows: 'this club hasn’t given an email address yet' },
      { path: '/terms', heading: 'Terms of use', shows: 'Buy Now reserves the copy for you for 48 hours' },
      { path: '/privacy', heading: 'Privacy', shows: 'One cookie keeps you signed in' },
      { path: '/imprint', heading: 'Imprint', shows: 'This site runs on Dogear' },
      { path: '/nowhere', heading: 'This page is not available right now', shows: 'Go to Homepage' },
    ])
      await test.step(path, async () => {
        await page.goto(path)
        await expect(h1(page, heading)).toBeVisible()
        await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
        await expect(mainNav(page).getByRole('link', { name: 'Blogs' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
        await expect(page.getByText(DEMO)).toBeVisible()
        await expect(page).toHaveTitle(/\S/)
      })
  })

  test('pages that need scripts say so, and what for', async ({ page }) => {
    const list = 'The list of books is for members, and signing in'
    for (const [path, ...needing] of [
      ['/login', 'This form', 'Signing in with Google'],
      ['/reset-password', 'This form'],
      ['/verify-email', 'Confirming an email'],
      ['/sign-in-link', 'This form'],
      ['/sign-in-link?token=x', 'Signing in'],
      ['/answer/x', 'This page'],
      ['/outbox', 'The outbox'],
      ['/dashboard', 'The dashboard'],
      ['/dashboard/add-product', 'Listing a book'],
      ['/books/novel-book', list],
    ] as const)
      await test.step(path, async () => {
        await page.goto(path)
        const words = needing.map(
          (what) => `${what} needs JavaScript. Please turn it on in your browser and reload this page.`,
        )
        expect(await saidWithoutScripts(page)).toEqual(expect.arrayContaining(words))
        await expect(page.getByText(/^(Signing you in|Reading your link|Loading emails)/)).toBeHidden()
        await expect(page.getByRole('button', { name: /^Show/ })).toBeHidden()
        await expect(page.getByText(DEMO)).toBeVisible()
      })
  })

  test('advertised items link to their pages [public-2]', async ({ page, shop }) => {
    const advertised = (await (await send(shop, '/api/advertise')).json()) as { book_name: string }[]
    expect(advertised.length).toBeGreaterThan(0)
    await page.goto('/advertises')
    const links = cards(page).getByRole('heading').getByRole('link')
    await expect(links).toHaveText(advertised.map((book) => book.book_name))
    const title = await links.first().innerText()
    await links.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(/^Ad no\. [0-9a-f-]{36}/)).toBeVisible()
    await page.goBack()
    await page
      .getByRole('link', { name: /^Buy Now/ })
      .first()
      .click()
    await expect.poll(async () => (await saidWithoutScripts(page)).join()).toContain('Buying a book needs JavaScript.')
  })
})

const linksOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]))

test.describe('the navigation', () => {
  const always = ['Product categories', 'Advertised items', 'All products', 'Blogs']

  test('of a visitor: home page with hero, advertised books and categories, and a footer [public-3]', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /a club for buying and selling/ })).toHaveAttribute('href', '/')
    expect(await linksOf(mainNav(page).getByRole('link'))).toEqual([
      ['Product categories', '/products-categories'],
      ['Advertised items', '/advertises'],
      ['All products', '/all-products'],
      ['Blogs', '/blogs'],
    ])
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: /Advertised books/ }).getByRole('article')).not.toHaveCount(0)
    const categories = page.getByRole('region', { name: 'Product categories' })
    await expect(categories.getByRole('heading', { level: 3 })).toHaveText(['Novel Book', 'Story Book', 'Cook Book'])
    await expect(page.getByRole('link', { name: 'See all products' })).toHaveAttribute('href', '/all-products')

    const footer = page.getByRole('contentinfo')
    for (const column of ['Services', 'Company', 'Legal'])
      await expect(footer.getByRole('navigation', { name: column }).getByRole('link').first()).toBeVisible()
    // Measure all at once, because a late typeface moves them. Side by side, from the same height on.
    const columns = await footer
      .getByRole('navigation')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })),
      )
    expect(columns.map(({ y }) => y)).toEqual(columns.map(() => columns[0]!.y))
    expect(columns[1]!.x).toBeGreaterThanOrEqual(columns[0]!.x + columns[0]!.width)
    expect(columns[2]!.x).toBeGreaterThanOrEqual(columns[1]!.x + columns[1]!.width)
    const addresses = (await linksOf(footer.getByRole('link'))).map(([, address]) => address ?? '')
    expect(addresses.length).toBeGreaterThanOrEqual(12)
    for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200)
  })

  const saved = [
    ['Favourites', '/dashboard/favourites'],
    ['Saved searches', '/dashboard/saved-searches'],
  ] as const
  const messages = ['Messages', '/dashboard/messages'] as const
  const account = ['Account', '/dashboard/account'] as const
  const menus = {
    user: [...saved, messages, account],
    buyer: [['My Orders', '/dashboard/my-orders'], ...saved, messages, account],
    seller: [
      ['Add A product', '/dashboard/add-product'],
      ['My Products', '/dashboard/my-products'],
      ['My buyers', '/dashboard/my-buyers'],
      ['Statement', '/dashboard/statement'],
      ...saved,
      messages,
      account,
    ],
    admin: [
      ['All sellers', '/dashboard/all-sellers'],
      ['All buyers', '/dashboard/all-buyers'],
      ['People', '/dashboard/people'],
      ['Reported Items', '/dashboard/reported-items'],
      ['Problems', '/dashboard/problems'],
      ['Orders', '/dashboard/orders'],
      ['Payouts', '/dashboard/payouts'],
      ['Figures', '/dashboard/figures'],
      ['Audit log', '/dashboard/audit-log'],
      ['Same books', '/dashboard/same-books'],
      ['Categories', '/dashboard/categories'],
      ['Settings', '/dashboard/settings'],
      ['Emails', '/dashboard/mails'],
      ['Health check', '/dashboard/doctor'],
      ['Backups', '/dashboard/backups'],
      ...saved,
      account,
    ],
  } as const
  test('of each role, with that role’s menu on the dashboard [public-4]', async ({ page, shop }) => {
    for (const role of ['user', 'buyer', 'seller', 'admin'] as const) {
      await openAs(page, shop, await (role === 'admin' ? demoMember(shop, role) : aMember(shop, role)), '/')
      await expect(mainNav(page).getByRole('link')).toHaveText([...always, 'Dashboard'])
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveCount(0)
      await accountMenu(page).click()
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
      await expect(accountMenu(page)).toBeFocused()
      await mainNav(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
      await expect(h1(page, 'Dashboard')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
      expect(await linksOf(sideMenu(page).getByRole('link'))).toEqual(menus[role])
      await expect(mainNav(page)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      if (role !== 'admin') await expect(page.getByText('Finish setting up')).toHaveCount(0)
      if (role !== 'user')
        await expect(page.getByRole('main').getByRole('link', { name: menus[role][0][0] }).first()).toBeVisible()
      const cases = await page
        .locator('nav a, footer h2, main h2, main h2 a')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).textTransform))
      expect(cases.length).toBeGreaterThan(10)
      expect(new Set(cases), 'labels are shown as they are written, without capitals').toEqual(new Set(['none']))
    }
  })

  test('by keyboard alone: the skip link passes it, and the focus moves to each page’s heading', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the page’s content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('combobox')).toBeFocused()
    for (const label of always.filter((name) => name !== 'All products')) {
      const link = mainNav(page).getByRole('link', { name: label })
      while (!(await link.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(h1(page, label)).toBeFocused()
      await expect(link).toHaveAttribute('aria-current', 'page')
    }
  })
})

test.describe('light or dark', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  const paper = (page: Page) => page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
  /** What the browser paints around the page: the first that holds. */
  const bar = (page: Page) =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => (metas as HTMLMetaElement[]).find(({ media }) => matchMedia(media).matches)?.content)

  test('follows the system or the reader’s choice, which lasts and does not flash', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    const light = await paper(page)
    await page.getByLabel('Theme').selectOption('Dark')
    const dark = await paper(page)
    expect(dark).not.toBe(light)
    expect(await bar(page)).toBe(HEAD_COLOUR.dark)

    await test.step('a broken answer', async () => {
      await page.route('**/advertises.data*', (route) => route.abort())
      await mainNav(page).getByRole('link', { name: 'Advertised items' }).click()
      await expect(page.getByText('This page is not available right now')).toBeVisible()
      expect(await paper(page)).toBe(dark)
      expect(await bar(page)).toBe(HEAD_COLOUR.dark)
      await expect(page.getByLabel('Theme')).toHaveValue('dark')
      await page.unroute('**/advertises.data*')
    })
    await test.step('another page, before any script of ours has come', async () => {
      await page.route(/\.js$/, (route) => route.abort())
      await page.goto('/advertises', { waitUntil: 'load' })
      expect(await paper(page)).toBe(dark)
      await page.unroute(/\.js$/)
    })
    await page.reload()
    await page.getByLabel('Theme').selectOption('System')
    expect(await paper(page)).toBe(light)
    expect(await bar(page)).toBe(HEAD_COLOUR.light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper(page)).toBe(dark)
    expect(await bar(page)).toBe(HEAD_COLOUR.dark)
    await page.getByLabel('Theme').selectOption('Light')
    expect(await bar(page)).toBe(HEAD_COLOUR.light)
  })
})

test.describe('an address that leads nowhere', () => {
  test.use({ expectedConsoleErrors: [/status of 404/] })
  test('is a 404 with the specification’s words, as is a missing book or category [public-5]', async ({ page }) => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    const gone = ['/advertise/5', `/advertise/${nobody}`, `/buy/${nobody}`, '/books/travel-book']
    for (const path of [...gone, '/no/such/page']) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      await expect(page.getByText('This page is not available right now')).toBeVisible()
    }
    // Signing in here doesn't lead back to a missing page.
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveAttribute('href', '/login')
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('category cards show the name capitalised, 100 characters of the description, and See All Books [public-6]', async ({
  page,
  shop,
}) => {
  const answer = await send(shop, '/api/books-categories')
  const categories = (await answer.json()) as { categories_name: string; desc: string }[]
  expect(categories.map(({ categories_name }) => categories_name)).toEqual(['novel-book', 'story-book', 'cook-book'])
  await page.goto('/products-categories')
  for (const [at, title] of ['Novel Book', 'Story Book', 'Cook Book'].entries()) {
    const { categories_name, desc } = categories[at]!
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    expect(desc.length).toBeGreaterThan(100)
    await expect(card.getByText(`${desc.slice(0, 100)}...`, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: /^See All Books/ })).toHaveAttribute(
      'href',
      `/books/${categories_name}`,
    )
  }

  await test.step('a phone shows their pictures, and the brand’s words', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const picture of await cards(page).locator('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toBeVisible()
    }
    await page.goto('/')
    const words = await page.getByText('a club for buying and selling used books').first().boundingBox()
    expect(words!.width).toBeGreaterThan(100)
  })
})

test('data that the server could not read shows an error, and loads by Retry [public-8]', async ({ page, shop }) => {
  await onDatabaseOf(shop, 'ALTER TABLE categories RENAME TO categories_away')
  // It would ask again by itself before long.
  await stopTime(page)
  try {
    // A query bypasses the page cache.
    await page.goto('/products-categories?read=anew')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/An error has occurred: \S/)
  } finally {
    await onDatabaseOf(shop, 'ALTER TABLE categories_away RENAME TO categories')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Novel Book' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})
