import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

test('a seller pauses all listings or some, finds the paused ones, and resumes them [pause-1]', async ({
  page,
  shop,
}) => {
  const seller = await aMember(shop, 'seller')
  const id = await aBookOf(shop, seller, { book_name: 'Rests a while' })
  await aBookOf(shop, seller, { book_name: 'Goes on' })
  const isListed = async () => {
    const books = (await (await send(shop, '/api/all-books?limit=100')).json()) as { _id: string }[]
    return books.some(({ _id }) => _id === id)
  }
  await openAs(page, shop, seller, '/dashboard/my-products')
  const row = rowOf(page, 'Rests a while')
  const other = rowOf(page, 'Goes on')

  await test.step('all of them', async () => {
    await page.getByRole('button', { name: 'Pause all my listings' }).click()
    const back = page.getByRole('button', { name: 'Resume my listings' })
    await expect(back).toBeFocused()
    await expect(back).toHaveAccessibleDescription(/^Your listings are paused\./)
    for (const one of [row, other]) await expect(one).toContainText('Paused')
    expect(await isListed()).toBe(false)
    await page.reload()
    await expect(row).toContainText('Paused')
    await back.click()
    await expect(page.getByRole('button', { name: 'Pause all my listings' })).toBeFocused()
    for (const one of [row, other]) await expect(one).not.toContainText('Paused')
    expect(await isListed()).toBe(true)
  })
  await test.step('one of them', async () => {
    await row.getByRole('button', { name: 'Pause Rests a while' }).click()
    await expect(row).toContainText('Paused')
    await page.getByLabel('Show', { exact: true }).selectOption('Paused')
    await expect(other).toHaveCount(0)
    await row.getByRole('button', { name: 'Resume Rests a while' }).click()
    await expect(row).not.toContainText('Paused')
  })
  await test.step('several', async () => {
    await page.getByLabel('Show', { exact: true }).selectOption('Taken down')
    await expect(page.getByText('None of your books match.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show all books' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Show all books' }).click()
    await page.getByLabel('Select all 2 shown').check()
    await page.getByRole('button', { name: 'Pause 2 selected books' }).click()
    await expect(page.getByText('2 books paused.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 books resumed.')).toBeVisible()
  })
})

test.describe('a buyer of a paused listing', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('reads that it isn’t for sale now, and keeps what they have typed [pause-2]', async ({ page, shop }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer')]
    const id = await aBookOf(shop, seller)
    await openAs(page, shop, buyer, `/buy/${id}`)
    await page.getByLabel('Phone').fill('+1 555 010 0199')
    await send(shop, '/api/my-books', { method: 'PUT', token: seller.token, body: { isPaused: true } })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This book isn’t for sale right now.' })).toBeVisible()
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 010 0199')
    await page.goto(`/advertise/${id}`)
    await expect(page.getByText('Not for sale right now')).toBeVisible()
    await expect(page.getByText('Paused. It may come back on sale.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Buy Now: The Tide Table' })).toHaveCount(0)
    await page.goto(`/buy/${id}`)
    await expect(page.getByRole('heading', { name: 'This copy isn’t for sale right now' })).toBeVisible()
  })
})
