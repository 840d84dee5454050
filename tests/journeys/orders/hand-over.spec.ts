import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { aBookOf, aMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { orderState, outcome, aDeal, anAgreedDeal, type Deal } from '#tests/kit/shopping.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'

test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|hand-over/] })

async function codeOf(shop: ShopProcess, { order, buyer }: Deal): Promise<string> {
  const answer = await send(shop, `/api/my-orders/${order}`, { token: buyer.token })
  return ((await answer.json()) as { handOverCode: string }).handOverCode
}
async function openOrder(page: Page, shop: ShopProcess, who: Member, order: string, code = '') {
  await openAs(page, shop, who, `/dashboard/orders/${order}${code}`)
}
const step = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('cash: asked for, agreed to, and paid when the book is handed over', async ({ page, shop, anotherBrowser }) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer')]
  const book = await aBookOf(shop, seller, { book_name: 'Cash in Hand' })
  await openAs(page, shop, buyer, `/buy/${book}`)
  await page.getByRole('radio', { name: /^In cash/ }).check()
  await expect(page.getByText('if Odile Marsh accepts')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(step(page, 'Waiting for the seller')).toBeVisible()
  const order = new URL(page.url()).pathname.split('/').at(-1)!

  const sellers = await anotherBrowser()
  await openAs(sellers, shop, seller, '/dashboard/my-buyers')
  await expect(rowOf(sellers, 'Cash in Hand')).toContainText('Wants cash')
  await sellers.getByRole('link', { name: /^Accept or decline/ }).click()
  await expect(step(sellers, 'Cash when you meet?')).toBeVisible()
  await sellers.getByRole('button', { name: 'Accept cash' }).click()
  await expect(step(sellers, 'Meet and get paid in cash')).toBeFocused()

  // The order is read again when its reader comes back to the page.
  await page.reload()
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
  const { order, buyer } = await aDeal(shop, { book_name: 'On Slow Paper' })
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
  const deal = await anAgreedDeal(shop)
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
