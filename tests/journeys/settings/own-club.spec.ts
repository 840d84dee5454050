import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aMember, demoMember, enterAs, send } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf, bankCheck, fillInCard, orderState, aDeal } from '#tests/kit/shopping.ts'
import { loseAnswer } from '#tests/kit/browser/parts.ts'

// A separate shop, serial: these settings change every page. The yen has no smaller unit: code that assumes hundredths
// shows or charges a hundred times too little or much.
test.use({
  shopSettings: { DOGEAR_TAGLINE: 'a club by the river', CURRENCY: 'JPY' },
  expectedConsoleErrors: [/status of (409|422)|ERR_FAILED/],
})

/** A page as the server sends it to visitors. */
const pageOf = async (shop: ShopProcess, path: string) => (await fetch(shop.origin + path)).text()

test('in a shop in yen the typed price is shown, charged and stored', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  const book = await aBookOf(shop, seller, { book_name: 'The Paper Crane', originalPrice: '2400', resalePrice: '1200' })
  await page.goto(`/advertise/${book}`)
  await expect(page.getByRole('main')).toContainText('¥1,200')
  const facts = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(facts ?? '')).toMatchObject({ offers: { price: '1200', priceCurrency: 'JPY' } })

  const buyer = await aMember(shop, 'buyer')
  const order = await anOrderOf(shop, buyer, book)
  await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
  await fillInCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Pay ¥1,200' }).click()
  await expect(bankCheck(page).getByText('¥1,200')).toBeVisible()
  await bankCheck(page).getByRole('button', { name: 'Complete' }).click()
  await expect.poll(() => orderState(shop, buyer, order)).toBe('paid')
  await expect(page.getByRole('main')).toContainText('You paid ¥1,200')
})

test('the form of a new book asks for yen, refuses other prices at the field, and tells the club’s fee', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/settings')
  await page.getByLabel('Club’s fee, in per cent').fill('5')
  await page.getByLabel('Club’s fee, at least').fill('0.50')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByLabel('Club’s fee, at least')).toHaveAccessibleDescription(/Write an amount of JPY such as 50/)
  await page.getByLabel('Club’s fee, at least').fill('50')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. It applies now.')).toBeVisible()

  await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard/add-product')
  const price = page.getByLabel('Resale Price', { exact: true })
  await expect(price).toHaveAccessibleDescription(/at least ¥50/)
  await expect(page.getByText('the club keeps a fee of what you get: 5%, at least ¥50.')).toBeVisible()
  await price.fill('12.50')
  await page.getByRole('button', { name: 'Add Product', exact: true }).click()
  await expect(price).toHaveAccessibleDescription(/Write a price such as 1250: only digits/)
  await price.fill('1200')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('¥1,200')
  await expect(page.getByText('Paid by card, you get ¥1,140. The club keeps ¥60.')).toBeVisible()
})

test('an admin goes through the first hour step by step, to a test email and a test order', async ({ page, shop }) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
  await page.getByRole('link', { name: 'Go step by step' }).click()
  const steps = page.getByRole('navigation', { name: 'Steps' })
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(heading('Your club')).toBeVisible()
  await expect(page.getByText('Set by the operator in DOGEAR_TAGLINE')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(heading('What is sold')).toBeFocused()
  await page.getByRole('link', { name: 'Next: Who sees what' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(heading('Ways to pay')).toBeFocused()
  await expect(steps.getByRole('link', { name: 'Done: Who sees what' })).toBeVisible()

  await steps.getByRole('link', { name: 'A test email' }).click()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('Written. This shop sends no emails')).toBeVisible()
  await page.getByRole('link', { name: 'Next: A test order' }).click()
  await page.getByRole('button', { name: 'Try an order' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Everything was undone' })).toHaveCount(2)
  await expect(steps.getByRole('link', { name: 'Done: A test order' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('an admin reads what the club still needs, does it, and sees it ticked', async ({ page, shop }) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
  const list = page.getByRole('region', { name: 'Finish setting up' })
  await expect(list.getByText('Choose a name')).toBeVisible()
  const others = list.getByText(/^\d+ more, and what is done$/)
  await others.click()
  await expect(list.getByText('PUBLIC_URL')).toBeVisible()
  const before = await list.getByText(/\d+ of \d+ done/).textContent()

  await list.getByRole('link', { name: 'Set a contact email' }).click()
  await page.getByLabel('Contact email').fill('hello@example.org')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. It applies now.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(list.getByRole('link', { name: 'Name your club' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Set a contact email' })).toHaveCount(0)
  await expect(list.getByText(/\d+ of \d+ done/)).not.toHaveText(before!)
  await others.click()
  await expect(list.getByText('Tell people how to reach you')).toBeVisible()

  await list.getByRole('link', { name: 'Write the imprint' }).click()
  await expect(page.getByRole('heading', { name: 'Imprint', level: 2 })).toBeVisible()
})

test('once all is done the list can be hidden, and comes back when something is undone', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  // A real club has an address, a mail server and keys; no journey does.
  let isComplete = true
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const dashboard = (await response.json()) as { club: { checklist: { item: string; done: boolean }[] } }
    const checklist = dashboard.club.checklist.map((entry) => ({ ...entry, done: isComplete || entry.done }))
    await route.fulfill({ response, json: { ...dashboard, club: { ...dashboard.club, checklist } } })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('link', { name: 'All sellers' }).last()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toHaveCount(0)

  isComplete = false
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Finish setting up' })).toBeVisible()
  isComplete = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your club is set up' })).toBeVisible()
})

const TERMS = '# Rules of {{name}}\n\nBe kind to **books**.\n\n## Meeting\n\nWe meet on Mondays.'

test('an admin edits the terms beside a preview; visitors see them at once, and they can be reset', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/settings')
  await page.getByRole('link', { name: 'Change the texts' }).click()
  await expect(page.getByRole('row', { name: /Imprint/ })).toContainText('the text that comes with Dogear')
  await page.getByRole('table').getByRole('link', { name: 'Terms of use' }).click()

  const text = page.getByLabel('Text', { exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(text).toHaveValue(/^# Terms of use/)
  await expect(preview.getByRole('heading', { name: 'Listing a book' })).toBeVisible()
  await page.getByText('What we fill in for you').click()
  await expect(page.getByText('Set by the operator in DOGEAR_TAGLINE')).toBeVisible()

  // An unknown variable is reported beside the preview while typing, and at the field on submit.
  await text.fill(TERMS.replace('{{name}}', '{{nmae}}'))
  await expect(preview.getByText('{{nmae}} stands for nothing')).toBeVisible()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')

  // A reload restores the draft.
  await text.fill(TERMS)
  await page.getByRole('link', { name: 'All texts' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(text).toHaveValue(TERMS)
  await expect(preview.getByText('Rules of Dogear')).toBeVisible()

  const asVisitorsSeeIt = () => pageOf(shop, '/terms')
  expect(await asVisitorsSeeIt()).toContain('>Terms of use</h1>')
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Saved. Visitors can see it now.')).toBeVisible()
  await expect(page.getByText(/Visitors see: a text of your own/)).toBeVisible()
  const written = await asVisitorsSeeIt()
  for (const words of ['>Rules of Dogear</h1>', '>Meeting</h2>']) expect(written).toContain(words)

  await page.getByRole('button', { name: 'Go back to the text that comes with Dogear' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(page.getByText(/Visitors see: the text that comes with Dogear/)).toBeVisible()
  await expectFocusKept(page)
  await expect(text).toHaveValue(/^# Terms of use/)
  expect(await asVisitorsSeeIt()).toContain('>Terms of use</h1>')

  // What was saved before is still to be had.
  await page.getByText('Earlier texts').click()
  await page.getByRole('button', { name: 'Copy into the editor (text 1)' }).click()
  await expect(text).toHaveValue(TERMS)
  await expect(preview.getByText('Rules of Dogear')).toBeVisible()
})

test('two admins don’t overwrite each other’s text unnoticed', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  const second = await page.context().newPage()
  for (const one of [page, second]) {
    await one.goto('/dashboard/settings/pages/imprint')
    await expect(one.getByLabel('Text', { exact: true })).toHaveValue(/Who is responsible/)
  }

  await page.getByLabel('Text', { exact: true }).fill('# Imprint\n\nAda, Market 1.')
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Saved. Visitors can see it now.')).toBeVisible()

  const mine = second.getByLabel('Text', { exact: true })
  await mine.fill('# Imprint\n\nBen, Harbour 2.')
  await second.getByRole('button', { name: 'Save page' }).click()
  const other = second.getByRole('region', { name: 'The other text' })
  await expect(other).toContainText('Ada, Market 1.')
  await expect(mine).toHaveValue(/Ben, Harbour 2/)
  await other.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(second.getByText('Saved. Visitors can see it now.')).toBeVisible()
  await expectFocusKept(second)
  await second.goto('/imprint')
  await expect(second.getByText('Ben, Harbour 2.')).toBeVisible()

  await second.goto('/dashboard/audit-log?kind=page_changed')
  await expect(second.getByText('Imprint: a text of your own')).toHaveCount(2)
})

test('an admin names the club; all pages show it at once, and a stale save is refused', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  const second = await page.context().newPage()
  for (const one of [page, second]) await one.goto('/dashboard/settings')

  await expect(page.getByText('Set by the operator in DOGEAR_TAGLINE; it can’t be changed here.')).toBeVisible()
  await expect(page.getByLabel('Tagline')).toHaveCount(0)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('button', { name: 'Name: Please fill in the name' })).toBeVisible()
  await page.getByLabel('Name').fill('Inkwell')
  await page.getByLabel('Contact email').fill('inkwell@example.org')
  await page.getByRole('radio', { name: /^Everyone can see everything/ }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved. It applies now.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Inkwell')).toBeVisible()

  // The second form is stale: conflicting fields are reported, others take over the first one's values.
  await second.getByLabel('Name').fill('Bookworms')
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Someone else has changed the settings meanwhile.')).toBeVisible()
  await expect(second.getByText('Someone else has just saved “Inkwell”.')).toBeVisible()
  await expect(second.getByLabel('Name')).toHaveValue('Bookworms')
  await expect(second.getByLabel('Contact email')).toHaveValue('inkwell@example.org')
  await expect(second.getByRole('radio', { name: /^Everyone can see everything/ })).toBeChecked()
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Saved. It applies now.')).toBeVisible()

  // Saved, and the answer is lost: the retry is no conflict.
  await second.route('**/api/settings', loseAnswer, { times: 1 })
  await second.getByLabel('Contact email').fill('worms@example.org')
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Please check your internet connection...')).toBeVisible()
  await second.getByRole('button', { name: 'Save settings' }).click()
  await expect(second.getByText('Saved. It applies now.')).toBeVisible()
  await expect(second.getByText('Somebody')).toHaveCount(0)

  await second.goto('/dashboard/audit-log?kind=setting_changed')
  await expect(second.getByText('Name: from “Inkwell” to “Bookworms”')).toBeVisible()

  const shelf = await pageOf(shop, '/all-products')
  for (const words of [' · Bookworms</title>', '<article']) expect(shelf).toContain(words)
  expect(await pageOf(shop, '/contact')).toContain('href="mailto:worms@example.org"')
})

test('a club stops taking cards: buyers with a reservation are asked for cash', async ({ page, shop }) => {
  const { seller, buyer, order } = await aDeal(shop, { originalPrice: '2400', resalePrice: '1200' })
  const { token } = await demoMember(shop, 'admin')
  const { revision } = (await (await send(shop, '/api/settings', { token })).json()) as { revision: number }
  await send(shop, '/api/settings', { method: 'PATCH', token, body: { revision, payments: 'cash' } })

  await openAs(page, shop, seller, `/dashboard/orders/${order}`)
  await expect(page.getByRole('main')).toContainText('so Ben Ode has to ask to pay in cash')
  await openAs(page, shop, buyer, '/dashboard/my-orders')
  await page.getByRole('link', { name: /^Ask to pay in cash/ }).click()
  await expect(page.getByText('Order placed. Ask to pay in cash.')).toBeVisible()
  await page.goto(`/dashboard/orders/${order}`)
  await expect(page.getByRole('main')).toContainText('Ask Odile Marsh by')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('once the seller has accepted cash')
  await page.getByRole('button', { name: 'Ask to pay in cash' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for the seller' })).toBeFocused()
})
