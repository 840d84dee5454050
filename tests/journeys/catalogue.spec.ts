import { expect, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { sellerOf } from '#tests/kit/browser/clubs.ts'
import { aBookOf, aMember, aPictureOf, demoMember, enterAs, send } from '#tests/kit/members.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'
import { h1, cards, loadMore } from '#tests/kit/browser/parts.ts'

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test.describe('a visitor', () => {
  for (const address of ['/all-products', '/books/novel-book']) {
    test(`gets no books in the HTML of ${address}, and search engines are excluded [catalogue-1]`, async ({ shop }) => {
      const answer = await fetch(shop.origin + address)
      const html = await answer.text()
      expect(answer.status).toBe(200)
      expect(html).toMatch(/<meta name="robots" content="noindex"/)
      const books = (await (await send(shop, '/api/all-books?limit=100')).json()) as {
        _id: string
        book_name: string
      }[]
      expect(books.length).toBeGreaterThan(20)
      expect(books.filter((book) => html.includes(book._id) || html.includes(book.book_name))).toEqual([])
    })
  }

  test('finds books and sellers in the pages that the server sends', async ({ shop }) => {
    const seller = await aMember(shop, 'seller', 'Odile Marsh')
    const book = await aBookOf(shop, seller)
    const ofSeller = await (await fetch(`${shop.origin}/sellers/${await sellerOf(shop, book)}`)).text()
    expect(ofSeller).toContain('Odile')
    expect(ofSeller).not.toContain('noindex')
    const found = await (await fetch(`${shop.origin}/search`)).text()
    expect(found).toContain(book)
    expect(found).toMatch(/<meta name="robots" content="noindex"/)
  })

  test('is told that a list is for members, and finds the same books by search', async ({ page }) => {
    await page.goto('/books/novel-book?condition=good')
    await expect(page).toHaveURL(/\/login\?from=/)
    await expect(page.getByText('Novel Book is for members.')).toBeVisible()
    await page.getByRole('link', { name: 'Search is open to everyone.' }).click()
    await expect(page).toHaveURL('/search?condition=good&category=novel-book')
    await expect(cards(page).first()).toContainText('Novel Book')
  })

  test('returns to the page after signing up on the way [catalogue-2]', async ({ page }) => {
    await page.goto('/all-products')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
    await page.getByLabel('Email').fill(`visitor-${crypto.randomUUID()}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('six letters')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page).toHaveURL('/all-products')
    await expect(cards(page).first()).toBeVisible()
    await page.reload()
    // Parts missing from the server-rendered page appear without any interaction.
    await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible()
  })
})

test('a category card leads to its books and its whole description [catalogue-3]', async ({ page, shop }) => {
  const categories = (await (await send(shop, '/api/books-categories')).json()) as {
    categories_name: string
    desc: string
  }[]
  const { desc } = categories.find(({ categories_name: name }) => name === 'cook-book')!
  expect(desc.length).toBeGreaterThan(100)
  await openAs(page, shop, await aMember(shop, 'buyer'), '/products-categories')
  await page.getByRole('link', { name: 'See All Books in Cook Book' }).click()
  await expect(page).toHaveURL('/books/cook-book')
  await expect(h1(page, 'Cook Book')).toBeVisible()
  await expect(page.getByText(desc, { exact: true })).toBeVisible()
  await expect(cards(page).first()).toContainText('Cook Book')
  await expect(cards(page).filter({ hasText: 'Novel Book' })).toHaveCount(0)
})

test.describe('a book card', () => {
  const FORTY = 'Forty characters and not a single more.'.padEnd(40, '!')

  test('shows every fact of the specification, and at most 40 characters of the description [catalogue-4]', async ({
    page,
    shop,
  }) => {
    const [seller, known] = [await aMember(shop, 'seller', 'Tilda Bram'), await demoMember(shop, 'seller')]
    const thisYear = new Date().getUTCFullYear()
    await aBookOf(shop, seller, {
      book_name: 'A Card in Full',
      book_writer: 'Rosa Lindqvist',
      description: `${FORTY} And more.`,
      location: 'Market hall',
      yearOfPurchase: String(thisYear - 4),
    })
    const short = { book_name: 'A Short Card', description: FORTY, yearOfPurchase: String(thisYear) }
    await aBookOf(shop, seller, { ...short, originalPrice: '18', resalePrice: '18' })
    const facts = { book_name: 'A Card without Words', category_name: '', condition: '' }
    const wordless = await aBookOf(shop, seller, facts)
    // Imported books may lack a description; the form requires one.
    await onDatabaseOf(shop, `UPDATE books SET description = '' WHERE id = '${wordless}'`)
    await aBookOf(shop, known, { book_name: 'A Card of Somebody Known' })
    await openAs(page, shop, await aMember(shop, 'buyer'), '/all-products')

    const card = cardOf(page, 'A Card in Full')
    await expect(card.getByRole('heading', { name: 'A Card in Full' })).toBeVisible()
    await expect(card.getByRole('term')).toHaveText([
      'Category',
      'Condition',
      'Years of use',
      'Seller',
      'Posted',
      'Location',
    ])
    for (const words of ['Rosa Lindqvist', 'Novel Book', 'Market hall', '$24.00', '$12.50', 'Tilda Bram', 'unverified'])
      await expect(card).toContainText(words)
    await expect(card.getByText(`${FORTY}...`, { exact: true })).toBeVisible()
    await expect(card.getByRole('definition').filter({ hasText: /^4 years of use$/ })).toBeVisible()
    await expect(card.getByRole('time')).toHaveText(/just now|ago/)
    await expect(card.getByRole('time')).toHaveAttribute('title', /^\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d \S+$/)
    await expect(card.getByRole('img', { name: 'Cover of A Card in Full' })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Buy Now: A Card in Full' })).toHaveText('Buy Now')

    await expect(cardOf(page, 'A Short Card').getByText(FORTY, { exact: true })).toBeVisible()
    await expect(cardOf(page, 'A Short Card')).toContainText('under a year')
    for (const [title, struck] of [
      ['A Card in Full', 1],
      ['A Short Card', 0],
    ] as const)
      await expect(cardOf(page, title).locator('s')).toHaveCount(struck)
    await expect(cardOf(page, 'A Card without Words').getByText('No description', { exact: true })).toBeVisible()
    const terms = cardOf(page, 'A Card without Words').getByRole('term')
    await expect(terms.filter({ hasText: 'Category' })).toHaveCount(0)
    await expect(cardOf(page, 'A Card of Somebody Known').getByText(/^✓?verified$/)).toBeVisible()
  })
})

test('a long list loads page by page, each with its address; Back restores it [catalogue-5]', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  const pictures = [await aPictureOf(shop, seller)]
  for (let volume = 1; volume <= 50; volume += 1)
    await aBookOf(shop, seller, { book_name: `The Long Shelf, volume ${volume}` }, pictures)
  await enterAs(page, shop, await aMember(shop, 'buyer'))
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/all-books(\?|$)/.test(request.url())) asked.push(request.url())
  })

  await page.goto('/all-products')
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByText(/^24 of [\d,]+ books$/)).toBeVisible()
  expect(asked).toHaveLength(1)
  const addresses: string[] = []
  for (const shown of [48, 72]) {
    await loadMore(page).click()
    await expect(cards(page)).toHaveCount(shown)
    await expect(page).toHaveURL(/\/all-products\?cursor=/)
    addresses.push(page.url())
  }
  expect(asked).toHaveLength(3)
  const [second = '', third = ''] = addresses

  const last = cards(page).nth(70)
  const title = (await last.getByRole('heading').textContent()) ?? ''
  const link = last.getByRole('link', { name: title, exact: true })
  // Earlier journeys may have listed other copies.
  const address = await link.getAttribute('href')
  await link.click()
  await expect(h1(page, title)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(third)
  await expect(cards(page)).toHaveCount(72)
  await expect(cards(page).filter({ has: page.locator(`a[href="${address}"]`) })).toBeInViewport()

  await page.reload()
  await expect(cards(page)).toHaveCount(72)

  // A new page load shows the address's own page alone.
  await page.goto(second)
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Show from the beginning' }).click()
  await expect(page).toHaveURL('/all-products')
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByRole('link', { name: 'Show from the beginning' })).toHaveCount(0)
})
