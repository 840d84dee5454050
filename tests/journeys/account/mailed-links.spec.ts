import {
  expect,
  expectAccessible,
  test,
  type Page,
  accountMenu,
  logOut,
  sendLogin,
  openAs,
} from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, signedIn } from '#tests/kit/members.ts'
import { expectFocusKept } from '#tests/kit/browser/keyboard.ts'
import { popup, stopTime } from '#tests/kit/browser/popups.ts'
import { sideMenu } from '#tests/kit/browser/parts.ts'

/** Follows the link in the newest mail to an address, as the outbox shows it. */
async function openMailedLink(page: Page, address: string, subject: RegExp): Promise<void> {
  await page.goto('/outbox')
  await page
    .getByRole('article')
    .filter({ hasText: address })
    .filter({ has: page.getByRole('heading', { name: subject }) })
    .first()
    .getByRole('link')
    .click()
  // The outbox itself says much of what the link's page does.
  await expect(page.getByRole('article')).toHaveCount(0)
}

test.describe('mailed links', () => {
  // Confirming an address ends older tokens; this page renews its own at the first 401, on any call.
  test.use({ expectedConsoleErrors: [/401.*(user-type-find|my-orders|sign-in)/] })
  test('confirm an email by a new password, which signs out the stranger who signed up with it', async ({
    page,
    shop,
  }) => {
    const stranger = await aMember(shop, 'seller', 'Not Noor')
    const book = await aBookOf(shop, stranger)
    await openMailedLink(page, stranger.email, /Confirm your email/)
    const main = page.getByRole('main')
    await expect(main.getByText('Not Noor')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Confirm this email' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Set password and confirm' }).click()
    await expect(popup(page, 'All fields are required')).toBeVisible()
    const field = page.getByLabel('New password', { exact: true })
    await field.fill('password1')
    await expect(field).toHaveAccessibleDescription(/first passwords anyone would guess: fine for this demo/)
    await expectAccessible(page)
    await field.fill('the owner of this mail')
    await page.getByRole('button', { name: 'Set password and confirm' }).click()
    await expect(popup(page, 'Your email is confirmed')).toBeVisible()
    await expect(accountMenu(page)).toBeVisible()
    await page.goto('/dashboard/my-products')
    await expect(page.getByText('The Tide Table')).toHaveCount(0)
    expect((await page.request.get(`/api/advertise/${book}`)).status()).toBe(404)
    await expect(signedIn(shop, stranger)).rejects.toThrow('401')
  })

  test('can be requested again after a pause, and confirm an email by a button', async ({ page, shop }) => {
    const member = await aMember(shop, 'buyer', 'Noor Faraday')
    await openAs(page, shop, member, '/dashboard')
    const banner = page.getByRole('region', { name: 'Your email address' })
    await expect(banner).toContainText(`Please confirm your email. We sent a link to ${member.email}`)
    await stopTime(page)
    await banner.getByRole('button', { name: 'Resend email' }).click()
    await expect(banner.getByText(/Email sent\./)).toBeVisible()
    await expect(banner.getByRole('button', { name: 'Resend in 60 s' })).toBeDisabled()
    let seconds = 0
    const again = async () => {
      await page.clock.runFor(1000)
      seconds += 1
      return banner.getByRole('button', { name: 'Resend email' }).isVisible()
    }
    // A second may pass before the page has begun to count it.
    await expect.poll(again, { intervals: [20], timeout: 60_000 }).toBe(true)
    expect(seconds).toBeGreaterThanOrEqual(60)
    await expect(banner.getByRole('button', { name: 'Resend email' })).toBeEnabled()
    await page.clock.resume()
    await openMailedLink(page, member.email, /Confirm your email/)
    const main = page.getByRole('main')
    // The browser's time has gone ahead.
    for (const fact of [member.email, 'Noor Faraday', /^(just now|\d minutes? ago)$/])
      await expect(main.getByText(fact)).toBeVisible()
    await expect(main.getByText('You keep your password.')).toBeVisible()
    await expectAccessible(page)
    // Opened and read, nothing has happened.
    await page.reload()
    await page.getByRole('button', { name: 'Confirm this email' }).click()
    await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
    await expectFocusKept(page)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Please choose the right option' })).toBeVisible()
    await expect(banner).toHaveCount(0)
    await sideMenu(page).getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('region', { name: 'Email', exact: true }).getByText(/Verified$/)).toBeVisible()
  })

  test.describe('that are too old', () => {
    test.use({ expectedConsoleErrors: [/reset-password|verification|401.*user-type-find/] })
    test('say that they have expired, and how to get another', async ({ page, shop }) => {
      await page.goto('/reset-password?token=long-gone')
      await page.getByLabel('New password', { exact: true }).fill('a better one')
      await page.getByRole('button', { name: 'Set the password' }).click()
      await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
      await expect(page.getByText(/works once, for one hour/)).toBeVisible()
      await page.getByRole('link', { name: 'Get a new link' }).click()
      await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
      await page.goto('/verify-email?token=long-gone')
      await expect(page.getByText('This link has expired. Links work for 24 hours.')).toBeVisible()

      const member = await aMember(shop, 'seller')
      await aBookOf(shop, member)
      await openAs(page, shop, member, '/verify-email?token=long-gone')
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await expect(page.getByText(/Email sent\./)).toBeVisible()
      await logOut(page)
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
      await openMailedLink(page, member.email, /Confirm your email/)
      await page.getByRole('link', { name: 'Log in here first' }).click()
      await sendLogin(page, member)
      await page.getByRole('button', { name: 'Confirm this email' }).click()
      await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
    })
  })
})
