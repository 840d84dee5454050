import { expect, expectAccessible, signIn, test, type Page, accountMenu } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo' })

async function openAccount(page: Page, shop: ShopProcess): Promise<Member> {
  const member = await aMember(shop, 'buyer', 'Noor Faraday')
  await enterAs(page, shop, member)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  return member
}

async function photoOf(shop: ShopProcess, { token }: Member): Promise<string | null> {
  const answer = await send(shop, '/api/user-type-find', { token })
  return ((await answer.json()) as { photoUrl: string | null }).photoUrl
}

test.describe('the photo', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('is chosen, cropped by keyboard, kept while offline, saved, removed and restored', async ({ page, shop }) => {
    const member = await openAccount(page, shop)
    const choose = photoSection(page).getByLabel('Choose a photo')
    const said = photoSection(page).getByRole('status')
    await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(choose).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture/)
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(choose).toHaveAccessibleDescription(/We can’t read this picture/)

    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
    await expect(page.getByRole('img', { name: 'Your photo as a square' })).toBeFocused()
    await page.keyboard.press('Tab')
    const part = page.getByRole('slider', { name: 'Which part' })
    await expect(part).toBeFocused()
    await page.keyboard.press('Home')
    await expect(part).toHaveValue('0')
    await expectAccessible(page)

    await page.route('**/api/images', (route) => route.abort())
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Save photo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(photoSection(page).getByRole('alert').filter({ hasText: 'connection' })).toBeVisible()
    await page.unroute('**/api/images')
    await page.getByRole('button', { name: 'Save photo' }).click()
    await expect(said).toContainText('Photo saved.')
    const saved = await photoOf(shop, member)
    expect(saved).toMatch(/^\/images\//)
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 320)

    await photoSection(page).getByRole('button', { name: 'Remove the photo' }).click()
    await expect(said).toContainText('Photo removed.')
    expect(await photoOf(shop, member)).toBeNull()
    await photoSection(page).getByRole('button', { name: 'Undo' }).click()
    await expect(said).toContainText('Your photo is back.')
    expect(await photoOf(shop, member)).toBe(saved)
  })
})

test.describe('a tab that can’t come in', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('leaves the other tabs signed in, and signs in once the server answers', async ({ page, context, shop }) => {
    await openAccount(page, shop)
    const other = await context.newPage()
    await other.route('**/api/user-type-find*', (route) => route.abort())
    await other.clock.install()
    await other.goto('/dashboard/account')
    await expect(other.getByText('Signing you in…', { exact: true })).toBeVisible()
    await other.clock.runFor(5000)
    await expect(other.getByText('The shop hasn’t answered yet; we’ll keep trying.')).toBeVisible()
    await expect(other).toHaveURL('/dashboard/account')
    await expect(accountMenu(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard/account')
    await other.unroute('**/api/user-type-find*')
    // Each try begins its own five seconds once it has failed.
    await expect(async () => {
      await other.clock.runFor(5000)
      await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page).toHaveURL('/dashboard/account')
  })
})

test.describe('a shop that doesn’t say who is signed in', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('shows an error with a Retry, unlike a slow one', async ({ page, shop }) => {
    await enterAs(page, shop, await aMember(shop, 'buyer'))
    await page.route('**/api/identity/get-session*', (route) => route.abort())
    await page.clock.install()
    await page.goto('/dashboard/account')
    await expect(page.getByText('Signing you in…', { exact: true })).toBeVisible()
    await page.clock.runFor(5000)
    await expect(page.getByText('The shop hasn’t answered yet; we’ll keep trying.')).toBeVisible()
    await page.unroute('**/api/identity/get-session*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })
})

test.describe('closing it', () => {
  // The wrong email is refused, and so is what the browser still asks with the ended token.
  test.use({ expectedConsoleErrors: [/status of 40[13]/] })
  test('needs the email typed again, and the email may sign up again', async ({ page, shop }) => {
    const member = await openAccount(page, shop)
    await page.getByRole('button', { name: 'Close my account' }).click()
    const confirmed = page.getByLabel(/^Type .* to confirm$/)
    await confirmed.fill('somebody@example.org')
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await expect(confirmed).toHaveAccessibleDescription(/not the email of this account/)
    await confirmed.fill(member.email)
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
    await page.goto('/register')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('six letters')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(accountMenu(page)).toBeVisible()
  })
})

test.describe('role, name and password', () => {
  // What the browser asks with an ended token is refused.
  test.use({ expectedConsoleErrors: [/status of 401/] })
  test('can be changed, with the menu following the role, and last after signing out everywhere [account-1]', async ({
    page,
    shop,
  }) => {
    const member = await openAccount(page, shop)
    const role = page.getByRole('region', { name: 'Role' })
    const side = page.getByRole('navigation', { name: 'Dashboard' })
    const menu = side.getByRole('link')
    await role.getByRole('button', { name: 'Switch to selling' }).click()
    await expect(role).toContainText('Your account is set to selling')
    await expect(menu).toHaveText([
      'Add A product',
      'My Products',
      'My buyers',
      'Statement',
      'Favourites',
      'Saved searches',
      'Messages',
      'Account',
    ])
    await role.getByRole('button', { name: 'Switch to buying' }).click()
    await expect(role).toContainText('Your account is set to buying')
    await expect(menu).toHaveText(['My Orders', 'Favourites', 'Saved searches', 'Messages', 'Account'])
    await page.reload()
    await expect(menu).toHaveText(['My Orders', 'Favourites', 'Saved searches', 'Messages', 'Account'])

    const name = page.getByRole('region', { name: 'Name' })
    await name.getByLabel('Name').fill('noor.example/shop')
    await name.getByLabel('Name').press('Enter')
    await expect(name.getByLabel('Name')).toHaveAccessibleDescription(/leave out web addresses/)
    await name.getByLabel('Name').fill('Noor Adeyemi')
    await name.getByLabel('Name').press('Enter')
    await expect(name.getByRole('status')).toHaveText('Saved.')
    await expect(side).toContainText('Noor Adeyemi')

    const password = page.getByRole('region', { name: 'Password' })
    await password.getByLabel('Current password', { exact: true }).fill(member.password)
    await password.getByLabel('New password', { exact: true }).fill('a better password')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('Changed. Your other devices are signed out.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('alert').getByText(/You’re signed out on all your devices/)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('club'))).toBeNull()
    await signIn(page, { email: member.email, password: 'a better password' })
  })
})
