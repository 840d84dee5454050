import { expect, test, accountMenu, logOut, type Page } from '#tests/kit/browser/journey.ts'
import { noteWindowSize, openWindow } from '#tests/kit/browser/federated.ts'
import { aPhoto } from '#tests/kit/browser/book-form.ts'
import { mailedTo } from '#tests/kit/members.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import {
  atEmulator,
  EMULATOR_NOISE,
  emulatorHost,
  isKnownAtEmulator,
  mailedCode,
  protectEmails,
} from './firebase-emulator.ts'
import { standInForGapi } from './gapi.ts'

// The account of each journey is new; the shop is a demo whose own people belong to another provider.
test.use({ shopSettings: atEmulator, expectedConsoleErrors: [EMULATOR_NOISE] })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const anEmail = () => `noor-${crypto.randomUUID()}@example.org`
const PASSWORD = 'tea salt road'

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await field(page, 'Email').fill(email)
  await field(page, 'Name').fill('Noor Faraday')
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('radio', { name: /^Seller/ }).check()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an account’s whole life: sign-up, confirmed email, wrong passwords, profile, another password, reset, closing', async ({
  page,
}) => {
  const email = anEmail()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await register(page, email)

  await test.step('the password goes to Firebase alone', () => {
    const withPassword = sent.filter((request) => request.includes(PASSWORD))
    expect(withPassword.length).toBeGreaterThan(0)
    expect(withPassword.filter((request) => !request.startsWith(`http://${emulatorHost}/`))).toEqual([])
  })

  await test.step('other pages load nothing of Firebase', async () => {
    sent.length = 0
    await page.goto('/advertises')
    await expect(accountMenu(page)).toBeVisible()
    expect(sent.filter((request) => request.includes(emulatorHost) || request.includes('google'))).toEqual([])
  })

  await test.step('the email is confirmed by the mailed code, where they are signed in', async () => {
    await page.goto('/dashboard/account')
    await expect(section(page, 'Email').getByText('Not verified').first()).toBeVisible()
    await page.goto(`/verify-email?mode=verifyEmail&oobCode=${await mailedCode(email, 'VERIFY_EMAIL')}`)
    await page.getByRole('button', { name: 'Confirm this email' }).click()
    await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.goto('/dashboard/account')
    await expect(section(page, 'Email')).not.toContainText('Not verified')
    await expect(section(page, 'Email')).toContainText('Verified')
  })

  await test.step('what Firebase can’t tell is not shown', async () => {
    await expect(page.getByRole('region', { name: 'Where you’re signed in' })).toHaveCount(0)
    await expect(section(page, 'Sign out everywhere')).toContainText('We can’t tell your devices apart')
  })

  await test.step('another name', async () => {
    await section(page, 'Your name').getByLabel('Name').fill('Noor F.')
    await section(page, 'Your name').getByRole('button', { name: 'Save name' }).click()
    await expect(section(page, 'Your name').getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(section(page, 'Your name').getByLabel('Name')).toHaveValue('Noor F.')
  })

  const second = 'another long one'
  await test.step('another password', async () => {
    const form = section(page, 'Password')
    await form.getByLabel('Current password', { exact: true }).fill('not this one')
    await form.getByLabel('New password', { exact: true }).fill(second)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('That’s not your current password.').first()).toBeVisible()
    await form.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('Password changed.')).toBeVisible()
  })

  await test.step('wrong passwords, by both families of codes', async () => {
    await logOut(page)
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
    for (const [isProtected, code] of [
      [false, 'auth/wrong-password'],
      [true, 'auth/invalid-credential'],
    ] as const) {
      await protectEmails(isProtected)
      await login(page, email, PASSWORD)
      await expect(popup(page, code)).toBeVisible()
      await expect(
        page.getByRole('main').getByText('That email and password don’t match. Please check both.'),
      ).toBeVisible()
    }
    await protectEmails(false)
    await login(page, anEmail(), PASSWORD)
    await expect(popup(page, 'auth/user-not-found')).toBeVisible()
    await expect(
      page.getByRole('main').getByText('That email and password don’t match. Please check both.'),
    ).toBeVisible()
  })

  const third = 'chosen by a link'
  await test.step('a forgotten password', async () => {
    await page.goto('/reset-password')
    await field(page, 'Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(/we’ve sent a link/)).toBeVisible()
    const code = await mailedCode(email, 'PASSWORD_RESET')
    // Firebase has one address for all links.
    await page.goto(`/verify-email?mode=resetPassword&oobCode=${code}`)
    await expect(page).toHaveURL(`/reset-password?token=${code}`)
    await field(page, 'New password').fill(third)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(popup(page, 'Your password is set')).toBeVisible()
    await expect(accountMenu(page)).toBeVisible()
    await logOut(page)
    await page.goto(`/reset-password?token=${code}`)
    await field(page, 'New password').fill('once more now')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  })

  await test.step('closed: the sign-in is gone from Firebase', async () => {
    await login(page, email, third)
    await expect(accountMenu(page)).toBeVisible()
    await page.goto('/dashboard/account')
    await page.getByRole('button', { name: 'Close my account', exact: true }).click()
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await expect(popup(page, 'Your account is closed')).toBeVisible()
    await login(page, email, third)
    await expect(popup(page, 'auth/user-not-found')).toBeVisible()
  })
})

test('Google’s popup is 500 by 600, makes a buyer, and a closed one is explained', async ({ page, context }) => {
  await standInForGapi(context)
  const email = anEmail()
  await page.goto('/register')
  await noteWindowSize(page)
  const closing = await openWindow(page, 'Sign up with Google')
  await expect(page.locator('html')).toHaveAttribute('data-asked', /(?=.*width=500)(?=.*height=600)/)
  await closing.close()
  await expect(popup(page, 'Please try again')).toBeVisible()
  await expect(page.getByText('The window closed before you were signed in.')).toBeVisible()

  const google = await openWindow(page, 'Sign up with Google')
  await google.getByText('Add new account').click()
  await google.getByLabel('Email').fill(email)
  await google.getByLabel('Display name').fill('Greta Lindqvist')
  await google.getByRole('button', { name: /Sign in with Google/ }).click()
  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await page.goto('/dashboard/account')
  await expect(section(page, 'Email')).not.toContainText('Not verified')
  await expect(section(page, 'Email')).toContainText('Verified')
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText('Greta Lindqvist')
})

test('signing out everywhere ends another browser; an invited admin chooses a password', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const email = anEmail()
  await register(page, email)
  const other = await anotherBrowser()
  await login(other, email, PASSWORD)
  await expect(accountMenu(other)).toBeVisible()
  await page.goto('/dashboard/account')
  await section(page, 'Sign out everywhere').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You’re signed out on all your devices.')).toBeVisible()
  await other.goto('/dashboard/my-products')
  await expect(other).toHaveURL(/\/login/)

  const boss = anEmail()
  const { output } = await shop.tool('tools/admin.ts', boss)
  expect(output).toContain('within 1 hour')
  await page.goto(/http\S+reset-password\S+/.exec(output)![0])
  await field(page, 'New password').fill('a boss of books')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(popup(page, 'Your password is set')).toBeVisible()
  await page.goto('/dashboard/all-sellers')
  await expect(page.getByRole('heading', { level: 1, name: 'All sellers' })).toBeVisible()
})

test('a photo and another email reach Firebase and the shop', async ({ page, shop }) => {
  const email = anEmail()
  await register(page, email)
  const account = async () => {
    await page.goto('/dashboard/account')
    await expect(section(page, 'Email')).toContainText('erified')
  }

  await test.step('a photo is saved, there after a reload, and removed', async () => {
    await account()
    const photo = section(page, 'Photo')
    await photo.getByLabel('Choose a photo').setInputFiles(await aPhoto('me.png'))
    await page.getByRole('button', { name: 'Save photo' }).click()
    await expect(photo.getByRole('status')).toContainText('Photo saved.')
    await page.reload()
    await expect(photo.locator('img')).toHaveAttribute('src', /^\/images\//)
    await photo.getByRole('button', { name: 'Remove the photo' }).click()
    await expect(photo.getByRole('status')).toContainText('Photo removed.')
    await page.reload()
    await expect(photo.getByLabel('Choose a photo')).toBeAttached()
    await expect(photo.locator('img')).toHaveCount(0)
  })

  await test.step('another email, once its link was used; every device signs in anew', async () => {
    await page.goto(`/verify-email?mode=verifyEmail&oobCode=${await mailedCode(email, 'VERIFY_EMAIL')}`)
    await page.getByRole('button', { name: 'Confirm this email' }).click()
    await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
    await account()
    const wanted = anEmail()
    const form = section(page, 'Email')
    await form.getByText('Change email').click()
    await form.getByLabel('New email').fill(wanted)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Email me a link' }).click()
    await expect(form.getByText(`We’ve emailed a link to ${wanted}`)).toBeVisible()
    const [link] = await mailedTo(shop, { email: wanted }, /\/dashboard\/change-email\?token=\S+/)
    await page.goto(link)
    await page.getByRole('button', { name: 'Use the new email' }).click()
    await expect.poll(() => isKnownAtEmulator(wanted)).toBe(true)
    expect(await isKnownAtEmulator(email)).toBe(false)
    // The page that says so is for members, and this session has ended as well.
    await expect(page).toHaveURL(/\/login/)
    await login(page, wanted, PASSWORD)
    await expect(accountMenu(page)).toBeVisible()
    await account()
    await expect(form.getByText(wanted)).toBeVisible()
  })
})
