import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { enterAs, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { bankCheck, fillInCard, orderState, outcome, payButton, payWith, aDeal } from '#tests/kit/shopping.ts'
import { loseAnswer } from '#tests/kit/browser/parts.ts'

const CHALLENGED = '4000 0025 0000 3155'
const GOOD = '4242 4242 4242 4242'

/** Opens the payment page of a buyer's order. */
async function atThePayment(page: Page, shop: ShopProcess): Promise<{ order: string; buyer: Member }> {
  const { buyer, order } = await aDeal(shop)
  await openAs(page, shop, buyer, `/dashboard/payment/${order}`)
  await expect(payButton(page)).toBeEnabled()
  return { order, buyer }
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '⚠' }).getByRole('paragraph')

test.describe('a card that is refused', () => {
  // The card provider answers a refusal with 402, which browsers put on the console.
  test.use({ expectedConsoleErrors: [/402/] })

  test('shows the provider’s words in red, keeps the input, and the next card pays [cards-1]', async ({
    page,
    shop,
  }) => {
    const { order, buyer } = await atThePayment(page, shop)
    for (const { number, words } of [
      { number: '4000 0000 0000 0002', words: 'Your card was declined.' },
      { number: '4000 0000 0000 9995', words: 'Your card has insufficient funds.' },
    ])
      await test.step(number, async () => {
        await payWith(page, number)
        await expect(failure(page)).toHaveText(`⚠${words}`)
        await expect(failure(page)).toBeFocused()
        const [red, green, blue] = (await failure(page).evaluate((note) => getComputedStyle(note).color))
          .match(/[\d.]+/g)!
          .map(Number)
        expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255))
        const [note, button] = await Promise.all([failure(page).boundingBox(), payButton(page).boundingBox()])
        expect(note!.y).toBeGreaterThanOrEqual(button!.y + button!.height)
        expect(await orderState(shop, buyer, order)).toBe('claimed')
      })
    await expectAccessible(page)
    await test.step('a wrong number', async () => {
      await payWith(page, '4242 4242 4242 4241')
      await expect(failure(page)).toContainText(/card number/)
      await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/card number/)
      await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 34')
    })
    await payWith(page, GOOD)
    await expect(outcome(page)).toContainText('Paid')
    expect(await orderState(shop, buyer, order)).toBe('paid')
  })
})

test('a card with a bank check pays only once the check is passed', async ({ page, shop }) => {
  const { order, buyer } = await atThePayment(page, shop)
  const check = page.getByRole('dialog', { name: 'Your bank asks you to confirm' })
  await payWith(page, CHALLENGED)
  await test.step('failed', async () => {
    await expect(check).toBeVisible()
    await bankCheck(page).getByRole('button', { name: 'Fail' }).click()
    await expect(failure(page)).toContainText('unable to authenticate')
    await expect(failure(page)).toBeFocused()
  })
  await payWith(page, CHALLENGED)
  await test.step('closed', async () => {
    await check.getByRole('button', { name: 'Close' }).click()
    await expect(failure(page)).toContainText('Your bank’s check wasn’t finished, so you weren’t charged.')
  })
  await payWith(page, CHALLENGED)
  await test.step('left', async () => {
    await expect(check).toBeVisible()
    await page.reload()
    await expect(check).toHaveCount(0)
    expect(await orderState(shop, buyer, order)).toBe('claimed')
  })
  await payWith(page, CHALLENGED)
  await test.step('passed', async () => {
    await expect(bankCheck(page).getByText('$12.50')).toBeVisible()
    await expectAccessible(page)
    await bankCheck(page).getByRole('button', { name: 'Complete' }).click()
    await expect(outcome(page)).toContainText('Paid')
    await expect(outcome(page).getByRole('heading', { name: 'Thank you! This book is yours' })).toBeFocused()
  })
})

test.describe('a payment whose answer gets lost', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('shows the amount, waits for the provider, and is made once when Pay is pressed twice [cards-2]', async ({
    page,
    shop,
  }) => {
    const { buyer, order } = await aDeal(shop)
    await enterAs(page, shop, buyer)
    const ready = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let confirmations = 0
    await page.route('**/api/create-payment-intent', (route) => ready.promise.then(() => route.continue()))
    await page.route('**/confirm', (route) => {
      confirmations += 1
      return answered.promise.then(() => loseAnswer(route))
    })

    await page.goto(`/dashboard/payment/${order}`)
    await expect(payButton(page)).toHaveText('Pay $12.50')
    await expect(payButton(page)).toBeDisabled()
    await expect(payButton(page)).toHaveAccessibleDescription('Connecting to the card provider…')
    ready.resolve()
    await expect(payButton(page)).toBeEnabled()

    await fillInCard(page, GOOD)
    const code = page.getByLabel('Security code')
    for (const _ of [1, 2]) await code.press('Enter')
    await expect(payButton(page)).toBeDisabled()
    await expect(code).toBeFocused()
    await expect(payButton(page)).toHaveAccessibleDescription(/Processing your payment/)
    answered.resolve()
    // Learned by reading the order, not by paying again.
    await expect(outcome(page)).toContainText('Paid')
    expect(confirmations).toBe(1)
  })
})
