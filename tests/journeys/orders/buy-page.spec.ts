import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn, payButton, payWith, pressBuyNow } from '#tests/kit/shopping.ts'
import { h1 } from '#tests/kit/browser/parts.ts'

const heading = (page: Page, title: string) => h1(page, `Buy ${title}`)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('Buy Now is a page with its own address; Back leads to the list where it was [buy-page-1]', async ({
    page,
    shop,
  }) => {
    const seller = await aMember(shop, 'seller')
    const title = 'Found Far Down'
    const id = await aBookOf(shop, seller, { book_name: title })
    for (let count = 0; count < 6; count += 1) await aBookOf(shop, seller)
    await openAs(page, shop, await aMember(shop, 'buyer'), '/all-products')
    await buyNowOn(page, title).scrollIntoViewIfNeeded()
    await expect(buyNowOn(page, title)).not.toHaveAttribute('aria-haspopup')
    // Position at the click: a click on a moving page scrolls once more.
    const leftAt = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('click', () => resolve(window.scrollY), { capture: true, once: true }),
        ),
    )
    await buyNowOn(page, title).click()
    const place = await leftAt
    expect(place).toBeGreaterThan(500)

    await expect(page).toHaveURL(`/buy/${id}`)
    await expect(page).toHaveTitle(`Buy ${title} · Dogear`)
    await expect(heading(page, title)).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const words of [
      title,
      'Nell Harrow',
      '$12.50',
      'We’ll reserve it for 2 hours, because your email isn’t confirmed yet, until',
      'Total',
    ])
      await expect(page.getByRole('main')).toContainText(words)

    await page.getByLabel('Meeting location').fill('The clock at the station')
    await page.getByRole('link', { name: 'Not now' }).click()
    await expect(page).toHaveURL('/all-products')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 50)

    await buyNowOn(page, title).click()
    await expect(page.getByLabel('Meeting location')).toHaveValue('The clock at the station')
    await page.reload()
    await expect(page.getByLabel('Meeting location')).toHaveValue('The clock at the station')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(h1(page, `Payment (${title})`)).toBeVisible()
    // The form is no way back to: it would buy what is bought.
    await page.goBack()
    await expect(page).toHaveURL('/all-products')
  })

  test.describe('without an answer', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('the page says so, and goes on by itself when there is one', async ({ page, shop }) => {
      const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Slow to Come' })
      await openAs(page, shop, await aMember(shop, 'buyer'), `/advertise/${id}`)
      await page.route(`**/buy/${id}.data*`, (route) => route.abort())
      await buyNowOn(page, 'Slow to Come').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Buy', exact: true })).toBeVisible()
      await expect(page.getByText(/^!?\s*An error has occurred: /)).toBeVisible()
      await page.unroute(`**/buy/${id}.data*`)
      await expect(heading(page, 'Slow to Come')).toBeVisible()
      await expect(page.getByLabel('Phone')).toBeVisible()
    })
  })
})

test.describe('the address of buying a copy', () => {
  test('says that a copy is reserved, and shows others of its category', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    const id = await aBookOf(shop, seller, { book_name: 'Gone Already', category_name: 'cook-book' })
    await aBookOf(shop, seller, { book_name: 'Still There', category_name: 'cook-book' })
    await anOrderOf(shop, await aMember(shop, 'buyer'), id)
    await openAs(page, shop, await aMember(shop, 'buyer'), `/buy/${id}`)
    await expect(page.getByText('It will be back on sale if the buyer doesn’t pay.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'See all: Cook Book' })).toHaveAttribute('href', '/books/cook-book')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Still There' }).click()
    await expect(heading(page, 'Still There')).toBeVisible()
    await expect(page.getByLabel('Phone')).toBeVisible()
  })
})

test('the receipt of a paid order prints on one page, alone and in one colour', async ({ page, shop }) => {
  const title = 'ألف ليلة وليلة'
  const seller = await aMember(shop, 'seller', 'Odile Marsh')
  const id = await aBookOf(shop, seller, { book_name: title })
  await enterAs(page, shop, await aMember(shop, 'buyer', 'Bruno Keel'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/advertise/${id}`)
  const dialog = await pressBuyNow(page, title)
  await dialog.getByLabel('Meeting location').fill('The clock at the station')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(payButton(page)).toBeEnabled()
  await payWith(page, '4242 4242 4242 4242')

  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByText('Paid', { exact: true })).toHaveClass(/stamp-lands/)
  for (const words of [title, '$12.50', 'Bruno Keel', 'Odile Marsh', seller.email, 'The clock at the station'])
    await expect(receipt).toContainText(words)
  await expect(receipt.getByText(/^pi_/)).toBeVisible()
  await expect(receipt.getByText(/^\w{3} \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m$/)).toBeVisible()

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print the receipt' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()

  // Stamped once, when it was paid; still there after a reload.
  await page.reload()
  await expect(receipt.getByText('Paid', { exact: true })).not.toHaveClass(/stamp-lands/)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toBeVisible()
  for (const region of ['Outcome', 'Other']) await expect(page.getByRole('region', { name: region })).not.toBeVisible()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard', includeHidden: true }).first()).not.toBeVisible()
  await expect(page.getByRole('contentinfo', { includeHidden: true })).not.toBeVisible()
  const colours = await receipt.evaluate((section) =>
    [...section.querySelectorAll('p, dt, dd, a, span')].map((part) => getComputedStyle(part).color),
  )
  expect(new Set(colours)).toEqual(new Set(['rgb(0, 0, 0)']))
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages).toHaveLength(1)
})
