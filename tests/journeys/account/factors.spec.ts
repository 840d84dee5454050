import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { accountMenu, expect, logOut, openAs, sendLogin, test, type Page } from '#tests/kit/browser/journey.ts'
import { violationsOn } from '#tests/kit/browser/axe.ts'
import { aConfirmedMember } from '#tests/kit/members.ts'

// Chrome writes each refusal on its console: what asks for a confirmation, and what ends a token.
test.use({ expectedConsoleErrors: [/status of 40[13]/] })

const section = (page: Page) => page.getByRole('region', { name: 'Sign-in' })

/** A device with a screen lock, whose owner consents to all while they look at it. */
async function giveAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (enabled) => devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

test('a passkey is added, named anew, signs in without a password, and is removed', async ({ page, shop }) => {
  const isLooking = await giveAuthenticator(page)
  const member = await aConfirmedMember(shop, 'buyer')
  await openAs(page, shop, member, '/dashboard/account#sign-in')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await section(page).getByLabel('Name of the passkey').fill('My laptop')
  await section(page).getByRole('button', { name: 'Create the passkey' }).click()
  await expect(section(page).getByRole('status')).toHaveText('My laptop can sign you in now.')
  await section(page).getByRole('button', { name: 'Rename My laptop' }).click()
  const renaming = page.getByRole('dialog')
  await renaming.getByLabel('Name').fill('Old laptop')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByRole('button', { name: 'Rename Old laptop' })).toBeVisible()

  await isLooking(false)
  await logOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isLooking(true)
  await expect(accountMenu(page)).toBeVisible()
  // The browser offers the passkey in the email's autofill, where its owner takes it at once.
  await logOut(page)
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await expect(accountMenu(page)).toBeVisible()
  await page.goto('/dashboard/account#sign-in')
  await expect(section(page).getByText(/last used/)).toBeVisible()
  await section(page).getByRole('button', { name: 'Remove Old laptop' }).click()
  await expect(section(page).getByRole('status')).toContainText('no longer signs you in')
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})

test('a second step by an app: switched on, then passed by its code, by a recovery code, and switched off', async ({
  page,
  shop,
}) => {
  const member = await aConfirmedMember(shop, 'buyer')
  await openAs(page, shop, member, '/dashboard/account#sign-in')
  await section(page).getByRole('button', { name: 'Set up an app' }).click()
  await expect(section(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = createOTP(Buffer.from(base32.decode(key)).toString())
  // The shop takes the codes of the step before and after as well, each once and in order: these have half a minute left.
  const code = (ahead: number) => app.hotp(Math.floor(Date.now() / 30_000) + ahead)
  await section(page)
    .getByLabel('The code that your app shows')
    .fill(await code(0))
  await section(page).getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await violationsOn(page)).toEqual([])
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section(page).getByText('After your password we ask for a code from your app.')).toBeVisible()

  await logOut(page)
  await page.goto('/login')
  await sendLogin(page, member)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText('That code doesn’t work.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await field.fill(await code(1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(accountMenu(page)).toBeVisible()

  await logOut(page)
  await page.goto('/login')
  await sendLogin(page, member)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(accountMenu(page)).toBeVisible()

  await page.goto('/dashboard/account#sign-in')
  await expect(section(page).getByText('9 recovery codes are left')).toBeVisible()
  await section(page).getByRole('button', { name: 'Switch off the second step' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up an app' })).toBeVisible()
})
