import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn, copyState, orderState, outcome, payButton } from '#tests/kit/shopping.ts'

test.describe('a buyer who cancels', () => {
  test('on the payment page reads what it means, and frees the copy [cancel-1]', async ({ page, shop }) => {
    const buyer = await aMember(shop, 'buyer')
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Not After All' })
    const order = await anOrderOf(shop, buyer, id)
    await enterAs(page, shop, buyer)
    await page.goto(`/dashboard/payment/${order}`)
    await expect(payButton(page)).toBeEnabled()
    await page.getByText('Cancel order').click()
    await expect(page.getByText(/can’t reserve it again for 24 hours/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel this order' }).click()

    await expect(outcome(page).getByRole('heading', { name: 'This order was cancelled' })).toBeFocused()
    await expect(payButton(page)).toHaveCount(0)
    await expectAccessible(page)
    expect(await orderState(shop, buyer, order)).toBe('cancelled')
    expect(await copyState(shop, id)).toBe('unsold')
    await page.goto(`/advertise/${id}`)
    await expect(buyNowOn(page, 'Not After All')).toBeVisible()
  })

  test.describe('whose request succeeds without an answer', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('on My Orders still sees that it is cancelled', async ({ page, shop }) => {
      const buyer = await aMember(shop, 'buyer')
      await anOrderOf(shop, buyer, await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'Lost Word' }))
      await enterAs(page, shop, buyer)
      await page.goto('/dashboard/my-orders')
      await page.route('**/cancel', async (route) => {
        await route.fetch()
        await route.abort()
      })
      const row = page.getByRole('row').filter({ hasText: 'Lost Word' })
      await row.getByText('Cancel order').click()
      await row.getByRole('button', { name: 'Cancel this order' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'You cancelled your order' })).toBeFocused()
      await expect(row).toContainText('Cancelled')
    })
  })
})

test.describe('somebody else’s order', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('is not found by others; the copy’s seller reads who reserved it, and is not asked to pay [cancel-2]', async ({
    page,
    shop,
  }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer', 'Hester Vane')]
    const address = `/dashboard/payment/${await anOrderOf(shop, buyer, await aBookOf(shop, seller))}`
    for (const [role, way, arrived] of [
      ['buyer', 'Go to My Orders', page.getByRole('link', { name: 'Find a book' })],
      ['seller', 'Go to the dashboard', page.getByRole('heading', { name: 'Please choose the right option' })],
    ] as const)
      await test.step(`another ${role}`, async () => {
        await enterAs(page, shop, await aMember(shop, role))
        await page.goto(address)
        await expect(page.getByText('You have no such order.')).toBeVisible()
        await expect(page.getByText('The Tide Table')).toHaveCount(0)
        await expect(payButton(page)).toHaveCount(0)
        if (role === 'buyer') await expectAccessible(page)
        await page.getByRole('link', { name: way }).click()
        await expect(arrived).toBeVisible()
      })

    await test.step('its seller', async () => {
      await enterAs(page, shop, seller)
      await page.goto(address)
      await expect(page.getByText(/^Reserved for Hester Vane until/)).toBeVisible()
      const summary = page.getByRole('region', { name: 'Order summary' })
      for (const words of ['Hester Vane', buyer.email, '+49 30 1234', 'Library steps'])
        await expect(summary).toContainText(words)
      await expect(page.getByText('Only the buyer can pay for this order.')).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText('for you')
      await expect(payButton(page)).toHaveCount(0)
      await expectAccessible(page)
    })
  })
})
