import { expect, expectAccessible, signIn, test, type Page, logOut } from '#tests/kit/browser/journey.ts'
import { aBookOf, aMember, demoMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import { expectStandsFor, popup, stopTime } from '#tests/kit/browser/popups.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function enterAsAdmin(page: Page, shop: ShopProcess): Promise<void> {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
}

/** Deletes a person from the list that is open, through the dialog that tells the consequences. */
async function deletePerson(page: Page, { email, name }: Member, { hasOrders = false } = {}): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(dialog).toContainText(email)
  if (hasOrders) await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByRole('button', { name: 'Delete the account' }).click()
}

test('npm run admin makes an admin by a link that works once', async ({ page, shop }) => {
  const email = `admin-${crypto.randomUUID()}@example.org`
  const { code, output } = await shop.tool('tools/admin.ts', email)
  expect(code).toBe(0)
  const link = /https?:\/\/\S+token=\S+/.exec(output)?.[0] ?? ''

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Please choose the right option' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText([
    'All sellers',
    'All buyers',
    'Reported Items',
    'Orders',
    'People',
    'Payouts',
    'Figures',
    'Audit log',
    'Categories',
    'Problems',
    'Settings',
    'Favourites',
    'Saved searches',
    'Account',
  ])

  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
  await signIn(page, { email, password: 'a password of my own' })
})

test.describe('a link of npm run admin', () => {
  test.use({ expectedConsoleErrors: [/api\/identity\/reset-password/] })
  test('that was used already says so', async ({ page, shop }) => {
    const { output } = await shop.tool('tools/admin.ts', `admin-${crypto.randomUUID()}@example.org`)
    const link = /https?:\/\/\S+token=\S+/.exec(output)?.[0] ?? ''
    for (const last of [false, true]) {
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('a password of my own')
      await page.getByRole('button', { name: 'Set the password' }).click()
      if (last) await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
      else await expect(page).toHaveURL(/dashboard$/)
    }
  })

  test('is for an address, and anything else is refused in words', async ({ shop }) => {
    const { code, output } = await shop.tool('tools/admin.ts', 'nobody')
    expect(code).not.toBe(0)
    expect(output).toContain('npm run admin -- name@example.org')
  })
})

for (const { kind, role, heading, says, path } of [
  { kind: 'sellers', role: 'seller', heading: 'All sellers', says: 'Seller deleted', path: '/dashboard/all-sellers' },
  { kind: 'buyers', role: 'buyer', heading: 'All buyers', says: 'Buyer deleted', path: '/dashboard/all-buyers' },
] as const) {
  test(`${heading} shows name, email and status, and deletes a ${role} with a popup of one second`, async ({
    page,
    shop,
  }) => {
    const person = await aMember(shop, role, `Doomed ${role}`)
    await enterAsAdmin(page, shop)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (const column of ['Name', 'Email', 'Status', 'Action'])
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    const row = rowOf(page, person.email)
    await expect(row).toContainText(person.name)
    await expect(row).toContainText(role, { ignoreCase: true })
    await expect(row).toContainText('unverified')
    await stopTime(page)
    await deletePerson(page, person)
    await expectStandsFor(page, popup(page, says), 1000)
    await page.clock.resume()
    await expect(row).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('table', { name: new RegExp(`All ${kind}`) })).toBeVisible()
    await expect(row).toHaveCount(0)
  })
}

test.describe('somebody who was deleted', () => {
  test.use({ expectedConsoleErrors: [/status of 40[134]/] })

  test('is out at once: the next press leads to login, with the reason, and the unsold books leave', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    const seller = await aMember(shop, 'seller', 'Cosmo Trent')
    const id = await aBookOf(shop, seller, { book_name: 'A Shelf Too Many' })
    const theirs = await anotherBrowser()
    await enterAs(theirs, shop, seller)
    await theirs.goto('/dashboard/my-products')
    await expect(rowOf(theirs, 'A Shelf Too Many')).toBeVisible()

    await enterAsAdmin(page, shop)
    await page.goto('/dashboard/all-sellers')
    await deletePerson(page, seller)
    await expect(rowOf(page, seller.email)).toHaveCount(0)

    await rowOf(theirs, 'A Shelf Too Many').getByRole('button', { name: 'Advertise' }).click()
    await expect(theirs).toHaveURL(/\/login/)
    const reason = theirs.getByRole('alert').getByText('This account was closed by the club.')
    await expect(reason).toBeVisible()
    await theirs.reload()
    await expect(reason).toBeVisible()
    expect(await theirs.evaluate(() => localStorage.getItem('club'))).toBeNull()
    await expect(send(shop, `/api/advertise/${id}`)).rejects.toThrow('404')
    await theirs.goto('/dashboard')
    await expect(theirs).toHaveURL(/\/login/)
  })

  test('a buyer’s unpaid claim is released', async ({ page, shop }) => {
    const [seller, buyer] = [await aMember(shop, 'seller'), await aMember(shop, 'buyer', 'Fleur Okoro')]
    const id = await aBookOf(shop, seller)
    const body = { bookData: { _id: id }, phone: '', meetingLocation: '' }
    await send(shop, '/api/buy-now', { token: buyer.token, body })
    await enterAsAdmin(page, shop)
    await page.goto('/dashboard/all-buyers')
    await deletePerson(page, buyer, { hasOrders: true })
    await expect(rowOf(page, buyer.email)).toHaveCount(0)
    const book = (await (await send(shop, `/api/advertise/${id}`)).json()) as { available: string }
    expect(book.available).toBe('unsold')
  })
})

test('a deletion can be thought over', async ({ page, shop }) => {
  const buyer = await aMember(shop, 'buyer', 'Kept Buyer')
  await enterAsAdmin(page, shop)
  await page.goto('/dashboard/all-buyers')
  await rowOf(page, buyer.email).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Kept Buyer?' })
  await expect(dialog).toContainText('You can’t undo it')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, buyer.email).getByRole('button', { name: 'Delete' })).toBeFocused()
})

test('Reported Items says Coming Soon...', async ({ page, shop }) => {
  await enterAsAdmin(page, shop)
  // Another journey may have reported something.
  await page.route('**/api/report-cases*', (route) => route.fulfill({ status: 200, json: [] }))
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Reported Items' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reported Items' })).toBeVisible()
  await expect(page.getByText('Coming Soon...', { exact: true })).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedConsoleErrors: [/status of 500/] })
  const broken = { status: 500, json: { code: 'internal', title: 'x', detail: 'The shelves are being moved' } }

  for (const { screen, call } of [
    { screen: '/dashboard/all-sellers', call: '**/api/all-sellers*' },
    { screen: '/dashboard/all-buyers', call: '**/api/all-buyers*' },
  ]) {
    test(`${screen} asks three times more, then says so with a Retry`, async ({ page, shop }) => {
      await enterAsAdmin(page, shop)
      let asked = 0
      await page.route(call, (route) => {
        asked += 1
        return route.fulfill(broken)
      })
      await page.clock.install()
      await page.goto(screen)
      await expect.poll(() => asked).toBe(1)
      // The back-off: 1, 2 and 4 seconds.
      for (const seconds of [1, 2, 4]) await untilAsked(page, seconds, () => asked)
      const words = page.getByText('An error has occurred: The shelves are being moved')
      await expect(words).toBeVisible()
      expect(asked).toBe(4)
      await page.unroute(call)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      await expect(words).toHaveCount(0)
    })
  }

  test('My Products says Something went wrong... with a Retry', async ({ page, shop }) => {
    const seller = await aMember(shop, 'seller')
    await aBookOf(shop, seller)
    await enterAs(page, shop, seller)
    let asked = 0
    await page.route('**/api/my-books*', (route) => {
      asked += 1
      return route.fulfill(broken)
    })
    await page.clock.install()
    await page.goto('/dashboard/my-products')
    await expect.poll(() => asked).toBe(1)
    for (const seconds of [1, 2, 4]) await untilAsked(page, seconds, () => asked)
    await expect(page.getByRole('alert').getByText(/Something went wrong\.\.\.$/)).toBeVisible()
    await page.unroute('**/api/my-books*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rowOf(page, 'The Tide Table')).toBeVisible()
  })
})

/** Lets time pass until one more request was made. */
async function untilAsked(page: Page, seconds: number, asked: () => number): Promise<void> {
  const before = asked()
  await page.clock.fastForward(seconds * 1000)
  await expect.poll(asked).toBe(before + 1)
}

for (const status of [401, 403]) {
  test.describe(`my orders answered with ${status}`, () => {
    test.use({ expectedConsoleErrors: [new RegExp(`status of ${status}`)] })
    test('logs the buyer out, with the reason', async ({ page, shop }) => {
      await enterAs(page, shop, await aMember(shop, 'buyer'))
      await page.route('**/api/my-orders?*', (route) =>
        route.fulfill({ status, json: { detail: 'The ledger is closed to you.' } }),
      )
      await page.goto('/dashboard/my-orders')
      await expect(page).toHaveURL(/\/login/)
      const reason = page.getByRole('alert').getByText(status === 401 ? /been signed out/ : /ledger/)
      await expect(reason).toBeVisible()
      await page.reload()
      await expect(reason).toBeVisible()
      await expect(page.getByRole('link', { name: 'Login/Signup' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('club'))).toBeNull()
    })
  })
}
