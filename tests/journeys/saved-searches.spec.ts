import type { Route } from '@playwright/test'
import { expect, test, sendLogin } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aConfirmedMember, aMember } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn } from '#tests/kit/shopping.ts'
import { h1, cards } from '#tests/kit/browser/parts.ts'

test('a search without results is saved after login, renamed, stopped, deleted and restored', async ({
  page,
  shop,
}) => {
  const reader = await aConfirmedMember(shop, 'buyer')
  await page.goto('/search?q=xylorimba+handbook')
  await page.getByRole('link', { name: 'Tell me when it appears' }).click()
  await sendLogin(page, reader)
  await expect(h1(page, 'Save this search')).toBeVisible()
  await expect(page.getByLabel('We’ll look for')).toHaveValue('xylorimba handbook')
  await expect(page.getByLabel('Name')).toHaveValue('xylorimba handbook')
  await page.getByRole('button', { name: 'Save this search' }).click()
  const yours = page.getByRole('link', { name: 'Your saved searches' })
  await expect(yours).toBeVisible()
  await expectFocusKept(page)
  await yours.click()

  const row = cards(page)
  await page.getByRole('button', { name: 'Rename xylorimba handbook' }).click()
  await page.getByLabel('Name').fill('Music')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(row.getByRole('link', { name: 'Music' })).toHaveAttribute('href', '/search?q=xylorimba+handbook')
  // The choice is still on its way when the end of it is asked for.
  const held = Promise.withResolvers<void>()
  const holdBack = (route: Route) => held.promise.then(() => route.continue())
  await page.route('**/api/wants/*', holdBack, { times: 1 })
  await row.getByLabel('Emails about Music').selectOption('Never')
  await page.getByRole('button', { name: 'Delete Music' }).press('Enter')
  held.resolve()
  await page.getByRole('button', { name: 'Undo deleting Music' }).press('Enter')
  await expect(row).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Delete Music' })).toBeFocused()
  await row.getByLabel('Emails about Music').selectOption('Once a day')
  await page.getByRole('button', { name: 'Rename Music' }).click()
  await page.getByLabel('Name').fill('Mallets')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: 'Rename Mallets' })).toBeFocused()
  await page.reload()
  await expect(row.getByLabel('Emails about Mallets')).toHaveValue('daily')
})

test('a buyer waits for a reserved book by one press, and finds it among the saved searches', async ({
  page,
  shop,
}) => {
  const [reader, seller] = [await aConfirmedMember(shop, 'buyer'), await aMember(shop, 'seller')]
  const book = await aBookOf(shop, seller, { book_name: 'Waited For' })
  await anOrderOf(shop, await aMember(shop, 'buyer'), book)
  await page.goto(`/advertise/${book}`)
  await expect(page.getByText('Reserved', { exact: true })).toBeVisible()
  await expect(buyNowOn(page, 'Waited For')).toHaveCount(0)
  await page.getByRole('link', { name: 'Tell me if it’s back on sale' }).click()
  await sendLogin(page, reader)
  await page.getByRole('button', { name: 'Tell me if it’s back on sale' }).click()
  await expect(page.getByText('We’ll email you if it is.')).toBeVisible()
  await expectFocusKept(page)
  await page.getByRole('link', { name: 'What you’re waiting for' }).click()
  await expect(page.getByRole('main').getByRole('article', { name: 'Waited For' })).toBeVisible()
})
