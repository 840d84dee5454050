import { expect, expectAccessible, test, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember, enterAs } from '#tests/kit/members.ts'
import { anOrderOf, buyNowOn, openBuyNow } from '#tests/kit/shopping.ts'
import { h1, rowOf, sideMenu } from '#tests/kit/browser/parts.ts'

test.describe('two buyers and one copy', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('the second reads that the copy is reserved, keeps their input, and sees other copies', async ({
    page,
    shop,
  }) => {
    const seller = await aMember(shop, 'seller')
    const id = await aBookOf(shop, seller, { book_name: 'The Only Copy' })
    await aBookOf(shop, seller, { book_name: 'The Consolation' })
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    const late = await openBuyNow(page, id, 'The Only Copy')
    await late.getByLabel('Phone').fill('+49 30 778899')
    await late.getByLabel('Meeting location').fill('By the kiosk')

    await anOrderOf(shop, await aMember(shop, 'buyer'), id)
    await late.getByRole('button', { name: 'Submit' }).click()
    const notice = late.getByRole('alert').filter({ hasText: 'Someone was quicker' })
    await expect(notice).toBeFocused()
    await expect(late.getByLabel('Phone')).toHaveValue('+49 30 778899')
    await expect(late.getByLabel('Meeting location')).toHaveValue('By the kiosk')
    await expectAccessible(page)

    await notice.getByRole('link', { name: 'The Consolation' }).click()
    await expect(h1(page, 'Buy The Consolation')).toBeFocused()
    await expect(page.getByLabel('Phone')).toHaveValue('+49 30 778899')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Payment (The Consolation)' })).toBeVisible()
  })
})

test.describe('who is not a buyer', () => {
  test('reads “This is your listing” on their own; for admins Buy Now is disabled [quicker-1]', async ({
    page,
    shop,
  }) => {
    const seller = await aMember(shop, 'seller')
    const id = await aBookOf(shop, seller, { book_name: 'One’s Own' })
    await openAs(page, shop, seller, `/advertise/${id}`)
    await expect(page.getByText('This is your listing', { exact: true })).toBeVisible()
    await expect(buyNowOn(page, 'One’s Own')).toHaveCount(0)
    await page.goto(`/buy/${id}`)
    await expect(page.getByText('This is your listing.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)

    await openAs(page, shop, await demoMember(shop, 'admin'), `/advertise/${id}`)
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(page.getByText('Admins can’t buy books. Use another account for that.')).toBeVisible()
  })

  test('as a seller is asked to switch, and continues with the same book [quicker-2]', async ({ page, shop }) => {
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'For a Colleague' })
    await enterAs(page, shop, await aMember(shop, 'seller'))
    const dialog = await openBuyNow(page, id, 'For a Colleague')
    await expect(dialog).toContainText('Your account is set to selling.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Switch to buying' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Payment (For a Colleague)' })).toBeVisible()
  })

  test('without a role becomes a buyer by ordering; pressing Submit twice makes one order [quicker-3]', async ({
    page,
    shop,
  }) => {
    const id = await aBookOf(shop, await aMember(shop, 'seller'), { book_name: 'A First Book' })
    await enterAs(page, shop, await aMember(shop, 'user'))
    const claims: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/buy-now')) claims.push(request.url())
    })
    const dialog = await openBuyNow(page, id, 'A First Book')
    await dialog.getByRole('button', { name: 'Submit' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Payment (A First Book)' })).toBeVisible()
    expect(claims).toHaveLength(1)
    await sideMenu(page).getByRole('link', { name: 'My Orders' }).click()
    await expect(rowOf(page, 'A First Book')).toHaveCount(1)
  })
})
