import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf, orderState, outcome } from '#tests/kit/shopping.ts'

test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|hand-over/] })

interface Deal {
  order: string
  seller: Member
  buyer: Member
}

async function aDeal(shop: ShopProcess, title: string): Promise<Deal> {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller, { book_name: title }))
  return { order, seller, buyer }
}
/** A deal in cash that the seller has agreed to. */
async function anAgreedDeal(shop: ShopProcess, title: string): Promise<Deal> {
  const deal = await aDeal(shop, title)
  await send(shop, `/api/my-orders/${deal.order}/cash`, { method: 'POST', token: deal.buyer.token })
  await send(shop, `/api/my-buyers/${deal.order}/agree`, { method: 'POST', token: deal.seller.token })
  return deal
}
async function codeOf(shop: ShopProcess, { order, buyer }: Deal): Promise<string> {
  const answer = await send(shop, `/api/my-orders/${order}`, { token: buyer.token })
  return ((await answer.json()) as { handOverCode: string }).handOverCode
}
async function openOrder(page: Page, shop: ShopProcess, who: Member, order: string, code = '') {
  await enterAs(page, shop, who)
  await page.goto(`/dashboard/orders/${order}${code}`)
}
const step = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('cash: asked for, agreed to, and paid when the book is handed over', async ({ page, shop, anotherBrowser }) => {
  const { order, seller, buyer } = await aDeal(shop, 'Cash in Hand')
  await enterAs(page, shop, buyer)
  await page.goto(`/dashboard/payment/${order}`)
  await page.getByRole('button', { name: 'Ask to pay in cash' }).click()
  await expect(page.getByRole('heading', { name: 'You asked to pay in cash' })).toBeFocused()

  const sellers = await anotherBrowser()
  await enterAs(sellers, shop, seller)
  await sellers.goto('/dashboard/my-buyers')
  await expect(sellers.getByRole('row').filter({ hasText: 'Cash in Hand' })).toContainText('Wants cash')
  await sellers.getByRole('link', { name: /^Agree or decline/ }).click()
  await expect(step(sellers, 'Cash when you meet?')).toBeVisible()
  await sellers.getByRole('button', { name: 'Agree to cash' }).click()
  await expect(step(sellers, 'Meet and get paid in cash')).toBeFocused()

  await page.getByRole('link', { name: 'Go to your order' }).click()
  await expect(step(page, 'Meet and pay in cash')).toBeVisible()
  await expect(page.getByRole('link', { name: seller.email })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for the seller’s camera' })).toBeVisible()
  await expectAccessible(page)
  const shown = await page.getByLabel(/^Code( \d){6}$/).innerText()

  await sellers.getByLabel('Code from the buyer').fill(shown)
  await sellers.getByRole('button', { name: 'Hand over' }).click()
  await expect(step(sellers, 'Handed over')).toBeFocused()
  await page.goto(`/dashboard/payment/${order}`)
  await expect(outcome(page)).toContainText('You have the book')
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Paid in cash')
})

test('buttons below the card form appear with it, and do not move under the finger', async ({ page, shop }) => {
  const { order, buyer } = await aDeal(shop, 'On Slow Paper')
  await enterAs(page, shop, buyer)
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('No money moves.')) await isLetThrough
    await route.fulfill({ response })
  })
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByText('Order placed. Pay to confirm it.')).toBeVisible()
  await expect(page.locator('.skeleton')).toBeVisible()
  const cash = page.getByRole('button', { name: 'Ask to pay in cash' })
  await expect(cash).toHaveCount(0)
  letThrough()
  await expect(cash).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('the seller’s camera fills in the code; a code typed offline is sent once online', async ({
  page,
  shop,
  context,
}) => {
  const deal = await anAgreedDeal(shop, 'In the Basement')
  const code = await codeOf(shop, deal)
  await openOrder(page, shop, deal.seller, deal.order, `#${code}`)
  const field = page.getByLabel('Code from the buyer')
  await expect(field).toHaveValue(code)
  await field.fill('12345')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('The code has six digits.').first()).toBeVisible()
  const refusal = page.getByRole('alert').filter({ hasText: 'That isn’t the code' })
  const wrong = (add: number) => String((Number(code) + add) % 1_000_000).padStart(6, '0')
  await context.setOffline(true)
  await field.fill(wrong(1))
  await page.getByRole('button', { name: 'Hand over' }).click()
  await context.setOffline(false)
  await expect(refusal).toHaveCount(1)
  await field.fill(wrong(2))
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(field).toHaveAccessibleDescription(/That isn’t the code/)
  await expect(refusal).toHaveCount(1)
  await context.setOffline(true)
  await field.fill(code)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Code saved in this browser. We’ll check it when the connection is back')).toBeVisible()
  await expectFocusKept(page)
  await context.setOffline(false)
  await expect(step(page, 'Handed over')).toBeVisible()
  expect(await orderState(shop, deal.buyer, deal.order)).toBe('handed_over')
})
