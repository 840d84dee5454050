import { expect, expectAccessible, test, sendLogin, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs, send } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime, toastOf } from '#tests/kit/browser/popups.ts'
import { buyNowOn, openBuyNow, outcome, payButton, payWith, pressBuyNow, aDeal } from '#tests/kit/shopping.ts'
import { h1, rowOf } from '#tests/kit/browser/parts.ts'

test('a buyer signs up, finds an advertised book, buys it, pays and sees Paid; its seller sees the buyer [buyer-1]', async ({
  page,
  shop,
}) => {
  const title = 'The Ferryman’s Arithmetic'
  const seller = await aMember(shop, 'seller', 'Odile Marsh')
  const id = await aBookOf(shop, seller, { book_name: title })
  await send(shop, `/api/my-books/${id}`, { method: 'PUT', token: seller.token, body: { advertise: 'true' } })
  const email = `buyer-${crypto.randomUUID()}@example.org`

  // With all that moves on the way.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Bruno Keel')
  await page.getByLabel('Password', { exact: true }).fill('six letters')
  await page.getByRole('radio', { name: /^Buyer/ }).check()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await expect(page).toHaveURL('/')

  const strip = page.getByRole('region', { name: /Advertised books/ })
  await strip.getByRole('link', { name: title, exact: true }).click()
  await expect(h1(page, title)).toBeVisible()
  await expect(page.getByText(`Ad no. ${id}`)).toBeVisible()
  const dialog = await pressBuyNow(page, title)
  for (const words of [title, 'Nell Harrow', '$12.50']) await expect(dialog).toContainText(words)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Bruno Keel')
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(email)
  await dialog.getByLabel('Phone').fill('+49 30 445566')
  await dialog.getByLabel('Meeting location').fill('The clock at the station')
  await dialog.getByRole('button', { name: 'Submit' }).click()

  await expect(h1(page, `Payment (${title})`)).toBeVisible()
  // The window says that a payment waits.
  await expect(page).toHaveTitle(`(1) Payment (${title}) · Dogear`)
  await expect(payButton(page)).toHaveText('Pay $12.50')
  await payWith(page, '4242 4242 4242 4242')
  await expect(outcome(page)).toContainText('Paid')
  await outcome(page).getByRole('link', { name: 'Go to My Orders' }).click()

  await expect(h1(page, 'My Orders')).toBeVisible()
  for (const heading of ['Image', 'Name', 'Price', 'Payment'])
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible()
  await expect(rowOf(page, title)).toContainText('$12.50')
  await expect(rowOf(page, title)).toContainText('Paid')
  await expect(rowOf(page, title).getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
  await expect(rowOf(page, title).getByRole('link', { name: /^Pay/ })).toHaveCount(0)

  await openAs(page, shop, seller, '/dashboard/my-buyers')
  for (const words of ['Bruno Keel', email, '+49 30 445566', 'The clock at the station', 'Paid'])
    await expect(rowOf(page, title)).toContainText(words)
  await page.goto('/dashboard/my-products')
  await expect(rowOf(page, title)).toContainText('Sold')
})

test.describe('Buy Now', () => {
  test('refuses a wrong phone number at its field, keeps input, and confirms for two seconds [buyer-2]', async ({
    page,
    shop,
  }) => {
    const id = await aBookOf(shop, await aMember(shop, 'seller'))
    const buyer = await aMember(shop, 'buyer', '')
    await enterAs(page, shop, buyer)
    const dialog = await openBuyNow(page, id, 'The Tide Table')
    await expect(dialog.getByLabel('Phone')).toBeFocused()
    for (const label of ['Name', 'Email']) {
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(buyer.email)
      await expect(dialog.getByLabel(label, { exact: true })).toHaveJSProperty('readOnly', true)
    }
    for (const label of ['Phone', 'Meeting location']) await expect(dialog.getByLabel(label)).toBeEditable()

    await test.step('closed by Escape', async () => {
      await dialog.getByLabel('Meeting location').fill('At the fountain')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(toastOf(page, 'We’ve kept what you typed')).toBeVisible()
      await expect(buyNowOn(page, 'The Tide Table')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Meeting location')).toHaveValue('At the fountain')
    })
    await test.step('a phone number that is none', async () => {
      await dialog.getByLabel('Phone').fill('call me')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/5 to 20 digits/)
      await expect(dialog.getByLabel('Meeting location')).toHaveValue('At the fountain')
      const complaint = dialog.getByRole('alert').filter({ hasText: 'Please check' })
      await expect(complaint).toBeFocused()
      await expectAccessible(page)
      await complaint.getByRole('button', { name: /5 to 20 digits/ }).click()
      await expect(dialog.getByLabel('Phone')).toBeFocused()
      await dialog.getByLabel('Phone').fill('')
    })
    await stopTime(page)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expectStandsFor(page, popup(page, 'Order placed'), 2000)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    // Reading goes on there, also once the order is.
    await expect(payButton(page)).toBeEnabled()
    await expect(h1(page, 'Payment (The Tide Table)')).toBeFocused()
  })

  test('asks a visitor to sign in and goes on with the same book, or back to it', async ({ page, shop }) => {
    const buyer = await aMember(shop, 'buyer')
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'The Visitor’s Find' })
    await page.goto(`/advertise/${id}`)
    await buyNowOn(page, 'The Visitor’s Find').click()
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/buy/${id}`)}`)
    await sendLogin(page, buyer)
    await expect(h1(page, 'Buy The Visitor’s Find')).toBeVisible()
    await expect(page.getByLabel('Phone')).toBeVisible()
    await expect(page).toHaveURL(`/buy/${id}`)
    await page.goBack()
    await expect(page).toHaveURL(`/advertise/${id}`)
    // Opened by its address, the page has no history to go back to.
    await page.goto(`/buy/${id}`)
    await page.getByRole('link', { name: 'Not now' }).click()
    await expect(page).toHaveURL(new RegExp(`/advertise/${id}/`))
  })
})

test.describe('a paid order', () => {
  // The server refuses to open the payment of an order paid meanwhile.
  test.use({ expectedConsoleErrors: [/409 \(Conflict\).*create-payment-intent/] })

  test('is never charged again: not by reloading its payment page, nor by going back and forward [buyer-3]', async ({
    page,
    shop,
  }) => {
    const { buyer, order } = await aDeal(shop)
    const confirmations: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirmations.push(request.url())
    })
    await openAs(page, shop, buyer, '/dashboard/my-orders')
    await rowOf(page, 'The Tide Table').getByRole('link', { name: /^Pay/ }).click()
    await payWith(page, '4242 4242 4242 4242')
    await expect(outcome(page)).toContainText('Paid')

    await page.reload()
    await expect(outcome(page)).toContainText('Paid')
    await expect(payButton(page)).toHaveCount(0)
    await page.goBack()
    await expect(rowOf(page, 'The Tide Table')).toContainText('Paid')
    await page.goForward()
    await expect(outcome(page)).toContainText('Paid')
    expect(confirmations).toHaveLength(1)
    await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  })

  test('that was paid during a reload continues, and is not charged twice', async ({ page, shop }) => {
    const { buyer, order } = await aDeal(shop)
    await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
    const unpaid = await (await send(shop, `/api/my-orders/${order}`, { token: buyer.token })).text()
    await page.route('**/api/payments', () => {})
    const confirmed = page.waitForResponse(/\/confirm$/)
    await payWith(page, '4242 4242 4242 4242')
    await confirmed
    await page.unroute('**/api/payments')
    // What is read first may be from before the payment was heard of.
    const asBefore = { contentType: 'application/json', body: unpaid }
    await page.route(`**/api/my-orders/${order}`, (route) => route.fulfill(asBefore), { times: 1 })
    await page.reload()
    await expect(outcome(page)).toContainText('Paid')
  })
})
