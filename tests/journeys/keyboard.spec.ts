import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { enterOn, expectFocusKept, tabTo, typeAllInto, typeInto } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aMember, demoMember } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime } from '#tests/kit/browser/popups.ts'
import { outcome, payButton } from '#tests/kit/shopping.ts'
import { h1, rowOf, sideMenu } from '#tests/kit/browser/parts.ts'
import { aPhoto, BOOK } from '#tests/kit/browser/book-form.ts'

// Nothing in here points or clicks.

test('a buyer signs in, finds a book, buys it, pays and sees Paid by keyboard alone', async ({ page, shop }) => {
  const title = 'Seven Ways Across'
  await aBookOf(shop, await aMember(shop, 'seller'), { book_name: title })
  const buyer = await aMember(shop, 'buyer')
  await page.goto('/')
  await enterOn(page, page.getByRole('link', { name: 'All products', exact: true }).first())
  await expect(h1(page, 'Login')).toBeVisible()
  await typeInto(page, page.getByLabel('Email'), buyer.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), buyer.password)
  await page.keyboard.press('Enter')

  await expect(h1(page, 'All products')).toBeVisible()
  await expectFocusKept(page)
  await enterOn(page, page.getByRole('link', { name: title, exact: true }))
  await expect(h1(page, title)).toBeFocused()
  const buyNow = page.getByRole('link', { name: `Buy Now: ${title}` })
  await enterOn(page, buyNow)
  const dialog = page.getByRole('dialog', { name: `Buy ${title}` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(buyNow).toBeFocused()
  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByLabel('Phone'), '+49 30 445566')
  await typeInto(page, dialog.getByLabel('Meeting location'), 'The clock at the station')
  await enterOn(page, dialog.getByRole('button', { name: 'Submit' }))

  await expect(h1(page, `Payment (${title})`)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await typeInto(page, page.getByLabel('Card number'), '4242 4242 4242 4242')
  await typeInto(page, page.getByLabel('Expiry date'), '12 / 34')
  await typeInto(page, page.getByLabel('Security code'), '123')
  await enterOn(page, payButton(page))
  await expect(outcome(page)).toContainText('Paid')
  await expectFocusKept(page)
  await enterOn(page, outcome(page).getByRole('link', { name: 'Go to My Orders' }))
  await expect(rowOf(page, title)).toContainText('Paid')
})

test('a seller lists a book with a photo, advertises it and takes that back by keyboard alone', async ({
  page,
  shop,
}) => {
  const title = 'The Night Ferry'
  await openAs(page, shop, await aMember(shop, 'seller'), '/dashboard')
  const menu = sideMenu(page)
  await enterOn(page, menu.getByRole('link', { name: 'Add A product' }))
  await expect(h1(page, 'Add A Product')).toBeFocused()
  // Wait for the chooser well before it opens: the key press is faster than Chromium's interception.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('Product Image'))
  await page.keyboard.press('Space')
  await (await chooser).setFiles(await aPhoto())
  await page.getByRole('heading', { level: 1 }).focus()
  await typeAllInto(page, { ...BOOK, 'Book Name': title })
  await page.getByRole('heading', { level: 1 }).focus()
  const condition = page.getByRole('group', { name: 'Condition Type' })
  await tabTo(page, condition.getByRole('radio', { name: 'excellent' }))
  await page.keyboard.press('ArrowDown')
  await expect(condition.getByRole('radio', { name: 'good' })).toBeChecked()
  await enterOn(page, page.getByRole('button', { name: 'Add Product' }))

  await expect(popup(page, 'Your product has been added!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/my-products/)
  const row = rowOf(page, title)
  await enterOn(page, row.getByRole('button', { name: 'Advertise' }))
  const undo = row.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expectFocusKept(page)
  await enterOn(page, undo)
  await expect(row.getByRole('button', { name: 'Advertise' })).toBeVisible()
  await expectFocusKept(page)
})

test('the admin reads All buyers, and deletes an account by keyboard alone [keyboard-1]', async ({ page, shop }) => {
  const buyer = await aMember(shop, 'buyer', 'Doomed Buyer')
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
  const menu = sideMenu(page)
  await enterOn(page, menu.getByRole('link', { name: 'All buyers' }))
  const row = rowOf(page, buyer.email)
  await expect(h1(page, 'All buyers')).toBeVisible()
  for (const column of ['Name', 'Email', 'Status', 'Action'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  for (const words of ['Doomed Buyer', 'Buyer', 'unverified']) await expect(row).toContainText(words)
  const button = row.getByRole('button', { name: 'Delete Doomed Buyer' })
  await enterOn(page, button)
  const dialog = page.getByRole('dialog', { name: 'Delete Doomed Buyer?' })
  await expect(dialog).toContainText('You can’t undo it')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await stopTime(page)
  await enterOn(page, dialog.getByRole('button', { name: 'Delete the account' }))
  await expectStandsFor(page, popup(page, 'Buyer deleted'), 1000)
  await page.clock.resume()
  await expect(row).toHaveCount(0)
  await expectFocusKept(page)
  await page.reload()
  await expect(page.getByRole('table', { name: /All buyers/ })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a pressed button keeps the focus while it works and afterwards', async ({ page, shop }) => {
  await openAs(page, shop, await aMember(shop, 'buyer'), '/dashboard/account')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await gate.promise
    await route.continue()
  })
  const save = page.getByRole('region', { name: 'Name' }).getByRole('button')
  await tabTo(page, save)
  await page.keyboard.press('Enter')
  await expect(save).toHaveText('Saving…')
  await expect(save).toBeFocused()
  await expect(save).toHaveCSS('cursor', 'not-allowed')
  gate.resolve()
  await expect(save).toHaveText('Save name')
  await expect(save).toBeFocused()
})

test('the search box of a list or a table keeps the focus, and a category’s form gives it back', async ({
  page,
  shop,
}) => {
  await openAs(page, shop, await demoMember(shop, 'admin'), '/search?q=sea')
  const search = page.getByLabel('Search for a title, an author or an ISBN')
  await typeInto(page, search, 'harbour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=harbour/)
  await expect(page).toHaveTitle(/harbour/)
  await expect(search).toBeFocused()

  await page.goto('/dashboard/people')
  const box = page.getByRole('main').getByRole('searchbox')
  await typeInto(page, box, 'priya')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=priya/)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await expect(box).toBeFocused()
  await page.goBack()
  await expect(box).toHaveValue('')

  await page.goto('/dashboard/categories')
  const edit = page.getByRole('button', { name: 'Edit Cook Book' })
  await enterOn(page, edit)
  await enterOn(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(edit).toBeFocused()
})

test('each entry of a menu that is higher than the window comes into it, beside a long page', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/settings')
  await tabTo(page, sideMenu(page).getByRole('link', { name: 'Account' }))
})
