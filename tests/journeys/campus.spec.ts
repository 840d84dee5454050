import { redirectUri } from '#server/providers/embedded-identity/embedded-identity.ts'
import { startGoogleStandIn } from '#server/providers/google-stand-in/google-stand-in.ts'
import { expect, test, accountMenu, logOut } from '#tests/kit/browser/journey.ts'
import { chooseSomeone, consent, openWindow } from '#tests/kit/browser/federated.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { sideMenu } from '#tests/kit/browser/parts.ts'

const client = { clientId: 'dogear', clientSecret: 'only-for-tests' }
// The shop’s address is known later than the stand-in’s.
const redirectUris: string[] = []

test.use({
  expectedConsoleErrors: [/status of 422.*\/api\/signup/],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
  shopSettings: async ({}, use) => {
    const campus = { name: 'Example College', verifiesEmail: false }
    const standIn = await startGoogleStandIn({ ...client, redirectUris, campus })
    await use({
      OIDC_ISSUER: standIn.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: campus.name,
      JOIN_EMAIL_DOMAINS: 'example.edu',
    })
    await standIn.close()
  },
})

test('a campus signs in with its own accounts, and addresses of its domain alone join [campus-1]', async ({
  page,
  shop,
}) => {
  redirectUris.push(redirectUri(shop.origin, 'oidc'))
  const student = `student-${crypto.randomUUID()}`
  const rule = page.getByText('This club is for addresses at example.edu.')
  await page.goto('/register')
  await expect(rule).toBeVisible()

  await test.step('another address is refused at its field, and nothing typed is lost', async () => {
    await page.getByLabel('Email').fill(`${student}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('of-the-student')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/This club is .* This club is/)
    await expect(page.getByLabel('Email')).toHaveValue(`${student}@example.org`)
  })
  await test.step('so is one of the campus button', async () => {
    const window = await openWindow(page, 'Sign up with Example College')
    await expect(window.getByText('Local stand-in for Example College')).toBeVisible()
    await chooseSomeone(window, `${student}@example.org`, 'Vera Stone')
    await consent(window, 'Vera Stone')
    await expect(popup(page, 'Please try again')).toBeVisible()
    await expect(page.getByRole('alert').filter({ has: rule }).last()).toHaveText(/^! This club/)
  })
  await page.context().clearCookies()
  await page.goto('/register')
  const window = await openWindow(page, 'Sign up with Example College')
  await chooseSomeone(window, `${student}@example.edu`, 'Vera Stone')
  await consent(window, 'Vera Stone')
  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(sideMenu(page)).toContainText('Vera Stone')

  await logOut(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  // The campus remembers who agreed, and asks nothing.
  await page.getByRole('button', { name: 'Continue with Example College' }).click()
  await expect(accountMenu(page)).toBeVisible()
})
