import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, send } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime } from '#tests/kit/browser/popups.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

test('advertising shows a three-second popup, and can be undone and ended [my-products-1]', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  const id = await aBookOf(shop, seller)
  const isAdvertised = async () => {
    const book = (await (await send(shop, `/api/advertise/${id}`)).json()) as { advertise: string }
    return book.advertise
  }
  await openAs(page, shop, seller, '/dashboard/my-products')
  const row = rowOf(page, 'The Tide Table')
  const act = (name: string) => row.getByRole('button', { name })
  await expect(row).toBeVisible()

  await test.step('undone before the server has answered', async () => {
    const asked: unknown[] = []
    const answer = Promise.withResolvers<void>()
    await page.route(`**/api/my-books/${id}`, async (route) => {
      asked.push(route.request().postDataJSON())
      await answer.promise
      await route.continue()
    })
    await act('Advertise').click()
    await act('Undo').click()
    await expect(act('Advertise')).toBeVisible()
    await expect(row).not.toContainText('Advertised')
    expect(asked).toEqual([{ advertise: 'true' }])
    answer.resolve()
    await expect.poll(() => asked).toEqual([{ advertise: 'true' }, { advertise: 'false' }])
    await expect.poll(isAdvertised).toBe('false')
    await page.unroute(`**/api/my-books/${id}`)
    await page.reload()
    await expect(act('Advertise')).toBeVisible()
    await expect(row).not.toContainText('Advertised')
  })
  await test.step('undone after three seconds', async () => {
    await stopTime(page)
    await act('Advertise').click()
    await expectStandsFor(page, popup(page, 'Book advertised'), 3000)
    await page.clock.resume()
    await act('Undo').click()
    await expect(row.getByRole('link', { name: 'The Tide Table', exact: true })).toBeFocused()
    await expect(act('Advertise')).toBeVisible()
    await expect(row).not.toContainText('Advertised')
    // Optimistic: shown before the server has answered.
    await expect.poll(isAdvertised).toBe('false')
  })
  await test.step('ended', async () => {
    await send(shop, `/api/my-books/${id}`, { method: 'PUT', token: seller.token, body: { advertise: 'true' } })
    await page.reload()
    await expect(row).toContainText('Advertised')
    await act('Stop advertising').click()
    await expect(row).not.toContainText('Advertised')
    await expect.poll(isAdvertised).toBe('false')
    await act('Undo').click()
    await expect(row).toContainText('Advertised')
    await expect(act('Undo')).toHaveCount(0)
    await expect.poll(isAdvertised).toBe('true')
  })
})

test('deleting pops up for 1.5 seconds and can be undone for eight [my-products-2]', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  const id = await aBookOf(shop, seller)
  await openAs(page, shop, seller, '/dashboard/my-products')
  const row = rowOf(page, 'The Tide Table')
  await expect(row).toBeVisible()
  await stopTime(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  await expectStandsFor(page, popup(page, 'Book deleted'), 1500)
  await expect(send(shop, `/api/advertise/${id}`)).rejects.toThrow('404')
  await test.step('it waits while the mouse rests on the row', () => page.clock.runFor(20_000))
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('link', { name: 'The Tide Table', exact: true })).toBeFocused()
  await send(shop, `/api/advertise/${id}`)

  // The mouse is elsewhere before the answer comes, and the time for undo begins.
  await page.route(`**/api/my-books/${id}`, async (route) => {
    await page.mouse.move(1, 1)
    await route.continue()
  })
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(row.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.clock.runFor(7900)
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'List your first book' })).toBeVisible()
})

test('by keyboard alone: undo stays for as long as it has the focus', async ({ page, shop }) => {
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller)
  await openAs(page, shop, seller, '/dashboard/my-products')
  const row = rowOf(page, 'The Tide Table')
  await row.getByRole('link', { name: 'The Tide Table', exact: true }).focus()
  await stopTime(page)
  await test.step('past the ways to edit and to duplicate it', async () => {
    for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab')
  })
  await page.keyboard.press('Enter')
  const undo = row.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(popup(page, 'Book advertised')).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo).toBeFocused()
  await page.clock.runFor(20_000)
  await page.keyboard.press('Enter')
  await expect(row.getByRole('link', { name: 'The Tide Table', exact: true })).toBeFocused()
  await expect(row).toContainText('Advertised')
})

test.describe('a reserved book', () => {
  test.use({ expectedConsoleErrors: [/409/] })
  test('can’t be deleted, with the reason; it is stamped, and no longer advertised [my-products-3]', async ({
    page,
    shop,
  }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer', 'Hester Vane')]
    const id = await aBookOf(shop, seller)
    await send(shop, `/api/my-books/${id}`, { method: 'PUT', token: seller.token, body: { advertise: 'true' } })
    await openAs(page, shop, seller, '/dashboard/my-products')
    const row = rowOf(page, 'The Tide Table')
    await expect(row).toContainText('Unsold')
    await expect(row).toContainText('Advertised')
    await anOrderOf(shop, buyer, id)
    const remove = row.getByRole('button', { name: 'Delete' })
    await test.step('where the page knows nothing of it yet, the server says so', async () => {
      await remove.click()
      await expect(row.getByRole('alert')).toContainText('This book is reserved.')
    })
    await expect(row).toContainText('Reserved')
    await expect(row).not.toContainText('dvertis')
    await expect(remove).toBeDisabled()
    await expect(remove).toHaveAccessibleDescription(/^Reserved\./)
  })
})
