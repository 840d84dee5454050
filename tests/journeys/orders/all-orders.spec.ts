import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aMark, aBookOf, aMember, demoMember } from '#tests/kit/members.ts'
import { aPaidOrderOf } from '#tests/kit/shopping.ts'
import { h1, rowOf } from '#tests/kit/browser/parts.ts'
import { CLUB_ADDRESS, openCatalogue } from '#tests/kit/browser/shop-settings.ts'

test.use({ shopSettings: openCatalogue })

test('an admin finds an order by its number and by its title, gives a part of the money back, and sees where it went', async ({
  page,
  shop,
}) => {
  // Unique in a shop that other journeys share.
  const mark = `Tidewater${aMark()}`
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', `Ben ${mark}`)]
  const order = await aPaidOrderOf(shop, buyer, await aBookOf(shop, seller, { book_name: `The ${mark} Almanac` }))

  await openAs(page, shop, buyer, `/dashboard/orders/${order}`)
  const number = page.getByText(/^[0-9A-Z]{3}-[0-9A-Z]{4}$/)
  await expect(number).toBeVisible()
  const typed = (await number.innerText()).replace('-', '').toLowerCase()

  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard/orders')
  const box = page.getByLabel('Find an order')
  // Typed on before the answer is there.
  await box.evaluate((input: HTMLInputElement, text) => {
    input.value = text
    input.form?.requestSubmit()
    input.value = 'something else'
  }, typed)
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, mark)).toBeVisible()
  await expect(box).toHaveValue('something else')
  await box.fill(`almanac ${mark.toLowerCase()}`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=almanac\+tidewater/)
  const row = rowOf(page, mark)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('$12.50By card ending in 4242')
  await page.getByLabel('Show').selectOption('With an open problem')
  await expect(page.getByText('No orders match')).toBeVisible()
  await expect(page).toHaveURL(/show=problem/)
  await page.goBack()
  await expect(row).toBeVisible()

  await row.getByRole('link', { name: mark }).first().click()
  await expect(h1(page, mark)).toBeVisible()
  const record = page.getByRole('region', { name: 'For the club' })
  await expect(record.getByRole('row')).toHaveCount(2)
  await page.locator('summary', { hasText: 'Refund' }).click()
  await page.getByLabel('Amount').fill('2.50')
  await page.getByLabel('Another reason').check()
  await page.getByRole('button', { name: 'Refund $2.50' }).click()
  await expect(rowOf(record, 'Refund sent')).toContainText('$2.50')
  const admin = await demoMember(shop, 'admin')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').last()).toContainText(admin.name)

  await record.getByRole('link', { name: `Ben ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: `Ben ${mark}` })).toBeVisible()
  const bought = page.getByRole('region', { name: 'Orders as a buyer' })
  await expect(bought.getByRole('link', { name: mark })).toHaveAttribute('href', `/dashboard/orders/${order}`)
  await expect(page.getByRole('region', { name: 'Reports about them' })).toContainText('No reports about them')
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Paid orders' })).toContainText('sold by Odile Marsh, paid')
  await dialog.getByLabel(`Type ${buyer.email} to confirm`).fill(buyer.email)
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page).toHaveURL(/\/dashboard\/people$/)
  await page.goto(`/dashboard/orders?q=${order}`)
  await expect(row).toContainText('A closed account')
  await row.getByRole('link', { name: mark }).first().click()
  const step = page.getByRole('region', { name: 'Paid, not handed over yet' })
  await expect(step).toContainText('The buyer’s account was closed. If the two can’t meet, give the money back.')

  await openAs(page, shop, seller, '/dashboard/my-buyers')
  const truth = `The buyer’s account was closed. If you haven’t met yet, write to the club: ${CLUB_ADDRESS}`
  for (const words of [truth, buyer.name, buyer.email, '+49 30 1234', '$12.50', /Paid(just now|\d+ minutes? ago)/])
    await expect(row).toContainText(words)
  await page.goto(`/dashboard/orders/${order}`)
  const meet = page.getByRole('region', { name: 'Paid: meet and hand the book over' })
  await expect(meet).toContainText('there’s no code to ask for')
  await expect(meet.getByLabel('Code from the buyer')).toHaveCount(0)
})
