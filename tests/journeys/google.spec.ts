import { expect, test, accountMenu, logOut } from '#tests/kit/browser/journey.ts'
import { chooseSomeone, consent, noteWindowSize, openWindow } from '#tests/kit/browser/federated.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { sideMenu } from '#tests/kit/browser/parts.ts'

const someone = () => `google-${crypto.randomUUID()}@example.com`

test('signing up with Google opens a 500 by 600 popup and makes a buyer, who signs in again [google-1]', async ({
  page,
}) => {
  const email = someone()
  await page.goto('/register')
  await noteWindowSize(page)
  const google = await openWindow(page, 'Sign up with Google')
  await expect(page.locator('html')).toHaveAttribute('data-asked', /width=500,height=600/)
  await expect(google.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await chooseSomeone(google, email, 'Greta Lindqvist')
  const closed = google.waitForEvent('close')
  await consent(google, 'Greta Lindqvist')
  await closed

  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const menu = sideMenu(page)
  await expect(menu).toContainText('Greta Lindqvist')
  await expect(menu.getByRole('link', { name: 'My Orders' })).toBeVisible()

  await test.step('who has no password confirms another email with Google', async () => {
    await menu.getByRole('link', { name: 'Account' }).click()
    const section = page.getByRole('region', { name: 'Email', exact: true })
    await section.getByText('Change email').click()
    const wanted = `moved-${email}`
    await section.getByLabel('New email').fill(wanted)
    // Google asks once.
    await chooseSomeone(await openWindow(page, 'Confirm with Google instead'), email, 'Greta Lindqvist')
    await expect(section.getByText(`We’ve emailed a link to ${wanted}`)).toBeVisible()
  })
  await test.step('signed out, and in again', async () => {
    await logOut(page)
    await page.getByRole('link', { name: 'Login/Signup' }).click()
    await chooseSomeone(await openWindow(page, 'Continue with Google'), email, 'Greta Lindqvist')
    await expect(accountMenu(page)).toBeVisible()
  })
})

test('a closed or refused popup is explained, and the next try works, over plain http too [google-2]', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
  await page.goto('/login')
  const closing = await openWindow(page, 'Continue with Google')
  await expect(closing.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await closing.close()
  await expect(popup(page, 'Please try again')).toBeVisible()
  await expect(page.getByText('The window closed before you were signed in. Please try again.')).toBeVisible()

  const isRefused = page.getByText(/You didn’t agree to share who you are/)
  for (const button of ['Continue with Google', 'Sign up with Google'])
    await test.step(button, async () => {
      if (button === 'Sign up with Google') await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(isRefused).toHaveCount(0)
      await (await openWindow(page, button)).getByRole('button', { name: 'Cancel' }).click()
      await expect(popup(page, 'Please try again')).toBeVisible()
      await expect(isRefused).toBeVisible()
    })

  await test.step('a popup whose last page is slow does not count as closed', async () => {
    await page.evaluate(() => {
      const open = window.open.bind(window)
      window.open = (...asked) => {
        const opened = open(...asked)
        setInterval(() => document.documentElement.setAttribute('data-window-closed', String(opened?.closed)), 50)
        return opened
      }
    })
    const again = await openWindow(page, 'Sign up with Google')
    await chooseSomeone(again, someone(), 'Ivo Sand')
    // Files are named by what is in them alone, so all scripts of that page wait.
    const [wait, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await again.route('**/assets/*.js', async (route) => {
      asked.resolve()
      await wait.promise
      await route.continue()
    })
    await again.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true })
    await expect(again.getByRole('heading', { name: 'Back to the shop' })).toBeVisible()
    await asked.promise
    await page.evaluate(() => document.documentElement.removeAttribute('data-window-closed'))
    await expect(page.locator('html')).toHaveAttribute('data-window-closed', 'false')
    wait.resolve()
  })
  await expect(popup(page, 'Welcome to Dogear')).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
})

test('with popups blocked, sign-in goes through this window and returns to the former page [google-3]', async ({
  page,
}) => {
  const inThisWindow = async () => {
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(popup(page, 'Please try again')).toBeVisible()
    await expect(page.getByText(/Your browser blocked the window/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Google in this window' }).click()
  }
  const isRefused = page.getByText(/You didn’t agree to share who you are/)
  await page.goto('/login?from=%2Fdashboard%2Fmy-orders')
  await inThisWindow()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(isRefused).toBeVisible()
  await page.reload()
  await expect(isRefused).toBeVisible()

  await inThisWindow()
  await chooseSomeone(page, someone(), 'Jorun Falk')
  await consent(page, 'Jorun Falk')
  await expect(page).toHaveURL('/dashboard/my-orders')
  await expect(accountMenu(page)).toBeVisible()
})
