import { HEAD_COLOUR } from '#contract/sharing.ts'
import { expect, test, untilAlive, type Page, accountMenu } from '#tests/kit/browser/journey.ts'
import { aMember, demoMember, enterAs, send } from '#tests/kit/members.ts'
import { stopTime } from '#tests/kit/browser/popups.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** What is seen in the page's noscript elements, into which locators by text don't look. */
const saidWithoutScripts = (page: Page) => page.locator('noscript p:visible').allInnerTexts()
const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/nowhere/] })
  for (const { path, heading, shows } of [
    { path: '/', heading: 'Good books deserve a second reader', shows: 'Advertised books' },
    { path: '/products-categories', heading: 'Product categories', shows: 'Novel Book' },
    { path: '/advertises', heading: 'Advertised items', shows: 'Buy Now' },
    { path: '/blogs', heading: 'Blogs', shows: 'How does prototypal inheritance work?' },
    { path: '/about', heading: 'About the club', shows: 'Dogear is a club for buying and selling used books' },
    { path: '/how-buying-works', heading: 'How buying works', shows: 'The copy is reserved for 48 hours' },
    {
      path: '/how-selling-works',
      heading: 'How selling works',
      shows: 'Don’t hand the book over before the order is paid',
    },
    { path: '/contact', heading: 'Contact', shows: 'whoever runs this club has not filled this in yet' },
    { path: '/terms', heading: 'Terms of use', shows: 'Buy Now reserves the copy for you for 48 hours' },
    { path: '/privacy', heading: 'Privacy', shows: 'One cookie keeps you signed in' },
    { path: '/imprint', heading: 'Imprint', shows: 'Whoever runs this club has not filled this in yet.' },
    { path: '/nowhere', heading: 'This page is not available right now', shows: 'Go to Homepage' },
  ]) {
    test(`${path} is there to read`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(shows)
      await expect(mainNav(page).getByRole('link', { name: 'Blogs' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
      await expect(page).toHaveTitle(/\S/)
    })
  }

  test('an advertised book leads to its own page', async ({ page }) => {
    await page.goto('/advertises')
    const link = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link')
    const title = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(/^Ad no\. [0-9a-f-]{36}/)).toBeVisible()
  })

  for (const { path, what } of [
    { path: '/login', what: 'This form' },
    { path: '/login', what: 'Signing in with Google' },
    { path: '/register', what: 'This form' },
    { path: '/register', what: 'Signing in with Google' },
    { path: '/reset-password', what: 'This form' },
    { path: '/dashboard', what: 'The dashboard' },
    { path: '/dashboard/add-product', what: 'Listing a book' },
    { path: '/all-products', what: 'The list of books is for members, and signing in' },
    { path: '/books/novel-book', what: 'The list of books is for members, and signing in' },
  ]) {
    test(`${path} says that it needs scripts: ${what}`, async ({ page }) => {
      await page.goto(path)
      const words = `${what} needs JavaScript. Please turn it on in your browser and reload this page.`
      expect(await saidWithoutScripts(page)).toContain(words)
      await expect(page.getByText('Signing you in…')).toBeHidden()
    })
  }

  test('Buy Now leads to a page that says that it needs scripts', async ({ page }) => {
    await page.goto('/advertises')
    await page
      .getByRole('link', { name: /^Buy Now/ })
      .first()
      .click()
    await expect.poll(async () => (await saidWithoutScripts(page)).join()).toContain('Buying a book needs JavaScript.')
  })

  test('an article opens by itself where a link leads to it', async ({ page }) => {
    await page.goto('/blogs#unit-testing')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})

test.describe('the navigation', () => {
  const always = ['Product categories', 'Advertised items', 'All products', 'Blogs']

  test('of a visitor', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /a club for buying and selling/ })).toHaveAttribute('href', '/')
    await expect(mainNav(page).getByRole('link')).toHaveText(always)
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveAttribute('href', '/login')
    await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
    const addresses = await mainNav(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual(['/products-categories', '/advertises', '/all-products', '/blogs'])
  })

  for (const { role, menu } of [
    { role: 'user', menu: ['Favourites', 'Saved searches', 'Messages'] },
    { role: 'buyer', menu: ['My Orders', 'Favourites', 'Saved searches', 'Messages'] },
    {
      role: 'seller',
      menu: ['Add A product', 'My Products', 'My buyers', 'Statement', 'Favourites', 'Saved searches', 'Messages'],
    },
  ] as const) {
    test(`of a ${role}`, async ({ page, shop }) => {
      await enterAs(page, shop, await aMember(shop, role))
      await page.goto('/')
      await expect(mainNav(page).getByRole('link')).toHaveText([...always, 'Dashboard'])
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveCount(0)
      await accountMenu(page).click()
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
      await expect(accountMenu(page)).toBeFocused()
      await mainNav(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
      await expect(sideMenu(page).getByRole('link')).toHaveText([...menu, 'Account'])
    })
  }

  test('of the admin', async ({ page, shop }) => {
    await enterAs(page, shop, await demoMember(shop, 'admin'))
    await page.goto('/dashboard')
    await expect(sideMenu(page).getByRole('link')).toHaveText([
      'All sellers',
      'All buyers',
      'Reported Items',
      'Orders',
      'People',
      'Payouts',
      'Figures',
      'Audit log',
      'Categories',
      'Problems',
      'Settings',
      'Favourites',
      'Saved searches',
      'Account',
    ])
  })

  test('by keyboard alone: past it by the skip link, and to the heading of each page', async ({ page }) => {
    await page.goto('/')
    await untilAlive(page)
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
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeFocused()
      await expect(link).toHaveAttribute('aria-current', 'page')
    }
  })
})

test.describe('labels are shown as they are written, without capitals', () => {
  const casesOf = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).textTransform))

  test('in the navigation, the footer and on the dashboard', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByRole('link', { name: 'My Orders' }).first()).toBeVisible()
    const cases = await casesOf(page, 'nav a, footer h2, main h2, main h2 a')
    expect(cases.length).toBeGreaterThan(10)
    expect(new Set(cases)).toEqual(new Set(['none']))
  })

  test('on a phone the brand’s words and the categories’ pictures are seen, too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/products-categories')
    const words = await page.getByText('a club for buying and selling used books').boundingBox()
    expect(words!.width).toBeGreaterThan(100)
    for (const picture of await page.getByRole('main').getByRole('article').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toBeVisible()
    }
  })
})

test.describe('every page', () => {
  test('has a footer in three columns, and its links lead somewhere', async ({ page, request }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    for (const column of ['Services', 'Company', 'Legal'])
      await expect(footer.getByRole('navigation', { name: column }).getByRole('link').first()).toBeVisible()
    // All measured at one moment: a typeface that arrives moves them. Side by side, from the same height on.
    const columns = await footer
      .getByRole('navigation')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })),
      )
    expect(columns.map(({ y }) => y)).toEqual(columns.map(() => columns[0]!.y))
    expect(columns[1]!.x).toBeGreaterThanOrEqual(columns[0]!.x + columns[0]!.width)
    expect(columns[2]!.x).toBeGreaterThanOrEqual(columns[1]!.x + columns[1]!.width)
    const addresses = await footer
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses.length).toBeGreaterThanOrEqual(12)
    for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200)
  })

  test('says that this is a demo', async ({ page }) => {
    for (const path of ['/', '/login', '/nowhere-at-all']) {
      await page.goto(path)
      await expect(page.getByText('Demo: cards and emails are not real')).toBeVisible()
    }
  })
  test.use({ expectedConsoleErrors: [/nowhere/] })

  test('says so while there is no connection', async ({ page, context }) => {
    await page.goto('/blogs')
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { name: 'React, Vue or Angular?' }).click()
    // Its typeface, too: what is asked for without a connection fails on the console.
    await expect(page.getByRole('article')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await context.setOffline(true)
    await expect(page.getByText(/You’re offline\./)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/You’re offline\./)).toHaveCount(0)
  })
})

test.describe('light or dark', () => {
  const paper = (page: Page) => page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
  /** What the browser paints around the page: the first that holds. */
  const bar = (page: Page) =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => (metas as HTMLMetaElement[]).find(({ media }) => matchMedia(media).matches)?.content)

  test('is as the system has it, or as somebody chose, and that stays', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    await untilAlive(page)
    const light = await paper(page)
    await page.getByLabel('Theme').selectOption('Dark')
    const dark = await paper(page)
    expect(dark).not.toBe(light)
    expect(await bar(page)).toBe(HEAD_COLOUR.dark)
    await page.goto('/blogs')
    expect(await paper(page)).toBe(dark)
    expect(await bar(page)).toBe(HEAD_COLOUR.dark)
    await untilAlive(page)
    await page.getByLabel('Theme').selectOption('System')
    expect(await paper(page)).toBe(light)
    expect(await bar(page)).toBe(HEAD_COLOUR.light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper(page)).toBe(dark)
    expect(await bar(page)).toBe(HEAD_COLOUR.dark)
    await page.getByLabel('Theme').selectOption('Light')
    expect(await bar(page)).toBe(HEAD_COLOUR.light)
  })

  test.describe('chosen', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('does not flash: it is there before any script of ours has come', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto('/')
      await untilAlive(page)
      await page.getByLabel('Theme').selectOption('Dark')
      const dark = await paper(page)
      await page.route(/\.js$/, (route) => route.abort())
      await page.goto('/advertises', { waitUntil: 'load' })
      expect(await paper(page)).toBe(dark)
    })

    test('stays on the error page that a broken answer leads to', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto('/')
      await untilAlive(page)
      await page.getByLabel('Theme').selectOption('Dark')
      const dark = await paper(page)
      await page.route('**/advertises.data*', (route) => route.abort())
      await mainNav(page).getByRole('link', { name: 'Advertised items' }).click()
      await expect(page.getByText('This page is not available right now')).toBeVisible()
      expect(await paper(page)).toBe(dark)
      expect(await bar(page)).toBe(HEAD_COLOUR.dark)
      await expect(page.getByLabel('Theme')).toHaveValue('dark')
    })
  })
})

test.describe('an address that leads nowhere', () => {
  test.use({ expectedConsoleErrors: [/status of 404/] })
  test('is a real 404 with the words of the specification and a way home', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('This page is not available right now')).toBeVisible()
    // Whoever signs in here is not led back to nothing.
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toHaveAttribute('href', '/login')
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL('/')
  })

  test('so is a book that is not there', async ({ page }) => {
    for (const id of ['5', '00000000-0000-7000-8000-000000000000']) {
      const response = await page.goto(`/advertise/${id}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByText('This page is not available right now')).toBeVisible()
    }
  })
})

test('category cards show the name capitalised, 100 characters of the description, and See All Books', async ({
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
})

test('a visitor who wants all books, or those of a category, is led to login and back', async ({ page, shop }) => {
  const buyer = await aMember(shop, 'buyer')
  await page.goto('/products-categories')
  await page.getByRole('link', { name: 'See All Books in Cook Book' }).click()
  await expect(page).toHaveURL('/login?from=%2Fbooks%2Fcook-book')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/books/cook-book')
  await expect(page.getByRole('article').first()).toContainText('Cook Book')
})

test('what the server could not read says so, and comes by Retry', async ({ page, shop }) => {
  await onDatabaseOf(shop, 'ALTER TABLE categories RENAME TO categories_away')
  // It would ask again by itself before long.
  await stopTime(page)
  try {
    // What the address has besides goes past the pages that are kept in memory.
    await page.goto('/products-categories?read=anew')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/An error has occurred: \S/)
    await untilAlive(page)
  } finally {
    await onDatabaseOf(shop, 'ALTER TABLE categories_away RENAME TO categories')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Novel Book' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test.describe('all products without a connection', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('says so in the specification’s words after three more tries, and comes by Retry', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    let asked = 0
    await page.route('**/api/all-books*', (route) => {
      asked += 1
      return route.abort()
    })
    await page.clock.install()
    await page.goto('/all-products')
    for (const [earlier, seconds] of [0, 1, 2, 4].entries()) {
      await page.clock.fastForward(seconds * 1000)
      await expect.poll(() => asked).toBe(earlier + 1)
    }
    await expect(page.getByText('An error has occurred: Please check your internet connection...')).toBeVisible()
    expect(asked).toBe(4)
    await page.unroute('**/api/all-books*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
