import { expect, expectAccessible, signIn, test, type Page, accountMenu, logOut } from '#tests/kit/browser/journey.ts'
import { aMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

const photoSection = (page: Page) => page.getByRole('region', { name: 'Photo' })

async function openAccount(page: Page, shop: ShopProcess, role: 'buyer' | 'user' = 'buyer'): Promise<Member> {
  const member = await aMember(shop, role, 'Noor Faraday')
  await enterAs(page, shop, member)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  return member
}

async function photoOf(shop: ShopProcess, { token }: Member): Promise<string | null> {
  const answer = await send(shop, '/api/user-type-find', { token })
  return ((await answer.json()) as { photoURL: string | null }).photoURL
}

test.describe('the photo', () => {
  test('is chosen, cut to a square by keys, saved, seen beside the name, removed and brought back', async ({
    page,
    shop,
  }) => {
    const member = await openAccount(page, shop)
    const photo = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) }
    await photoSection(page).getByLabel('Choose a photo').setInputFiles(photo)
    await expect(page.getByRole('img', { name: 'Your photo as a square' })).toBeFocused()
    await page.keyboard.press('Tab')
    const part = page.getByRole('slider', { name: 'Which part' })
    await expect(part).toBeFocused()
    await page.keyboard.press('Home')
    await expect(part).toHaveValue('0')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(photoSection(page).getByRole('status')).toContainText('Photo saved.')
    const saved = await photoOf(shop, member)
    expect(saved).toMatch(/^\/images\//)
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).locator('img')).toHaveJSProperty(
      'naturalWidth',
      320,
    )

    await photoSection(page).getByRole('button', { name: 'Remove the photo' }).click()
    await expect(photoSection(page).getByRole('status')).toContainText('Photo removed.')
    expect(await photoOf(shop, member)).toBeNull()
    await photoSection(page).getByRole('button', { name: 'Undo' }).click()
    await expect(photoSection(page).getByRole('status')).toContainText('Your photo is back.')
    expect(await photoOf(shop, member)).toBe(saved)
  })

  test('that is none is refused in words', async ({ page, shop }) => {
    await openAccount(page, shop, 'user')
    const choose = photoSection(page).getByLabel('Choose a photo')
    await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(choose).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture/)
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(choose).toHaveAccessibleDescription(/We can’t read this picture/)
  })

  test.describe('without a connection', () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] })
    test('is not lost: the upload says why, and goes on by the same button', async ({ page, shop }) => {
      const member = await openAccount(page, shop)
      await page.route('**/api/images', (route) => route.abort())
      const photo = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) }
      await photoSection(page).getByLabel('Choose a photo').setInputFiles(photo)
      const save = page.getByRole('button', { name: 'Save photo' })
      await save.click()
      await expect(photoSection(page).getByRole('alert').filter({ hasText: 'connection' })).toBeVisible()
      await page.unroute('**/api/images')
      await save.click()
      await expect(photoSection(page).getByRole('status')).toContainText('Photo saved.')
      expect(await photoOf(shop, member)).not.toBeNull()
    })
  })
})

test.describe('signing out everywhere', () => {
  // What the browsers ask with an ended token is refused.
  test.use({ expectedConsoleErrors: [/status of 401/] })
  test('ends the sessions of two browsers, and says so on the login screen', async ({ page, shop, anotherBrowser }) => {
    const member = await openAccount(page, shop)
    const elsewhere = await anotherBrowser()
    await signIn(elsewhere, member)
    await elsewhere.goto('/dashboard/my-orders')
    await expect(elsewhere.getByRole('link', { name: 'Find a book' })).toBeVisible()

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('alert').getByText(/You’re signed out on all your devices/)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('club'))).toBeNull()

    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login/)
    await expect(elsewhere.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
    await expect(send(shop, '/api/user-type-find', { token: member.token })).rejects.toThrow('401')
    await signIn(elsewhere, member)
    await expect(accountMenu(elsewhere)).toBeVisible()
  })
})

test.describe('closing it', () => {
  // The wrong email is refused, and so is what the browser still asks with the ended token.
  test.use({ expectedConsoleErrors: [/status of 40[13]/] })
  test('takes one’s email typed once more, and one may come back', async ({ page, shop }) => {
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

test('the role is switched from buying to selling and back, and the menu with it', async ({ page, shop }) => {
  await openAccount(page, shop)
  const role = page.getByRole('region', { name: 'Role' })
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
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
})

test.describe('name and password', () => {
  // A new password ends older tokens; this page's own is renewed at the first no.
  test.use({ expectedConsoleErrors: [/401.*user-type-find/] })
  test('are changed, and hold from then on', async ({ page, shop }) => {
    const member = await openAccount(page, shop)
    const name = page.getByRole('region', { name: 'Name' })
    await name.getByLabel('Name').fill('Noor Adeyemi')
    await name.getByLabel('Name').press('Enter')
    await expect(name.getByRole('status')).toHaveText('Saved.')
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText('Noor Adeyemi')

    const password = page.getByRole('region', { name: 'Password' })
    await password.getByLabel('Current password', { exact: true }).fill(member.password)
    await password.getByLabel('New password', { exact: true }).fill('a better password')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('Changed. Your other devices are signed out.')).toBeVisible()
    await logOut(page)
    await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
    await signIn(page, { email: member.email, password: 'a better password' })
  })
})
