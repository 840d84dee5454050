import { expect, expectAccessible, signIn, test, type Page, accountMenu, openAs } from '#tests/kit/browser/journey.ts'
import { aMember, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { h1, sideMenu } from '#tests/kit/browser/parts.ts'
import { aPhoto } from '#tests/kit/browser/book-form.ts'

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo' })

async function openAccount(page: Page, shop: ShopProcess): Promise<Member> {
  const member = await aMember(shop, 'buyer', 'Noor Faraday')
  await openAs(page, shop, member, '/dashboard/account')
  await expect(h1(page, 'Account')).toBeVisible()
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
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(choose).toHaveAccessibleDescription(/We can’t read this picture/)

    await choose.setInputFiles(await aPhoto('me.png'))
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
    const menu = sideMenu(page)
    await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 320)

    await photoSection(page).getByRole('button', { name: 'Remove the photo' }).click()
    await expect(said).toContainText('Photo removed.')
    expect(await photoOf(shop, member)).toBeNull()
    await photoSection(page).getByRole('button', { name: 'Undo' }).click()
    await expect(said).toContainText('Your photo is back.')
    expect(await photoOf(shop, member)).toBe(saved)
  })
})

test.describe('a shop that doesn’t say who is signed in', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
  test('is asked again by itself or by Retry, and leaves the other tabs signed in', async ({ page, context, shop }) => {
    await openAccount(page, shop)
    const other = await context.newPage()
    const waits = async (path: string) => {
      await other.route(path, (route) => route.abort())
      await other.goto('/dashboard/account')
      await expect(other.getByText('Signing you in…', { exact: true })).toBeVisible()
      await other.clock.runFor(5000)
      await expect(other.getByText('The shop hasn’t answered yet; we’ll keep trying.')).toBeVisible()
      await other.unroute(path)
    }
    await other.clock.install()
    await waits('**/api/user-type-find*')
    await expect(accountMenu(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard/account')
    // Each try begins its own five seconds once it has failed.
    await expect(async () => {
      await other.clock.runFor(5000)
      await expect(h1(other, 'Account')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await waits('**/api/identity/get-session*')
    await other.getByRole('button', { name: 'Retry' }).click()
    await expect(h1(other, 'Account')).toBeVisible()
  })
})

test.describe('role, name and password', () => {
  // A wrong email is refused, and so is what the browser asks with an ended token.
  test.use({ expectedConsoleErrors: [/status of 40[13]/] })
  test('can be changed, with the menu following the role, and last until the account is closed [account-1]', async ({
    page,
    shop,
  }) => {
    const member = await openAccount(page, shop)
    const role = page.getByRole('region', { name: 'Role' })
    const side = sideMenu(page)
    const menu = side.getByRole('link')
    await role.getByRole('button', { name: 'Switch to selling' }).click()
    await expect(role).toContainText('Your account is set to selling')
    await expect(menu.first()).toHaveText('Add A product')
    await role.getByRole('button', { name: 'Switch to buying' }).click()
    await expect(role).toContainText('Your account is set to buying')
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

    await page.goto('/dashboard/account')
    await page.getByRole('button', { name: 'Close my account' }).click()
    const confirmed = page.getByLabel(/^Type .* to confirm$/)
    await confirmed.fill('somebody@example.org')
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await expect(confirmed).toHaveAccessibleDescription(/not the email of this account/)
    await confirmed.fill(member.email)
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
  })
})
