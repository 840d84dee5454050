import { expect, expectAccessible, test, type Page, accountMenu, sendLogin } from '#tests/kit/browser/journey.ts'
import { h1 } from '#tests/kit/browser/parts.ts'
import { popup } from '#tests/kit/browser/popups.ts'
import { aBookOf, aConfirmedMember, aMark, mailedTo, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'

// What a person does, counted: the issue allows six presses and four inputs from nothing to a question sent.
const MOST = { presses: 6, inputs: 4 }

async function aBookForSale(shop: ShopProcess) {
  const seller = await aConfirmedMember(shop, 'seller', 'Odile Marsh')
  const title = `Questions about ${aMark()}`
  await aBookOf(shop, seller, { book_name: title })
  return { seller, title }
}
const inboxOf = async (shop: ShopProcess, { token }: Member) =>
  (await send(shop, '/api/conversations', { method: 'GET', token })).json() as Promise<{ last: { text: string } }[]>

/** Finds the book, asks its seller, signs up and sends. Returns the mailed link. */
async function askAsNewcomer(page: Page, shop: ShopProcess, title: string, email: string) {
  const count = { presses: 0, inputs: 0 }
  const press = async (act: Promise<void>) => (await act, (count.presses += 1))
  const input = async (act: Promise<void>) => (await act, (count.inputs += 1))
  await page.goto('/')
  await input(page.getByRole('main').getByRole('searchbox').fill(title))
  // The field is a combobox once scripts are there.
  await press(page.keyboard.press('Enter'))
  await press(page.getByRole('main').getByRole('link', { name: title }).first().click())
  await press(page.getByRole('link', { name: 'Ask the seller' }).click())
  await input(page.getByLabel('Your question to the seller').fill('Is the spine whole?'))
  await input(page.getByLabel('Email').fill(email))
  await input(page.getByLabel('Password', { exact: true }).fill('a way with words'))
  await press(page.getByRole('button', { name: 'Sign up', exact: true }).click())
  await expect(page).toHaveURL(/\/dashboard\/messages\/new\?book=/)
  await expect(page.getByText('Waiting for you to confirm your email')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your email address' })).toHaveCount(1)
  await expectAccessible(page)
  const [link] = await mailedTo(shop, { email }, /\/verify-email\?token=\S+/)
  return { link, count, press }
}

test('a newcomer asks, confirms on another device by a press, and the first one goes on by itself', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const { seller, title } = await aBookForSale(shop)
  const email = `${aMark()}@example.org`
  const { link, count, press } = await askAsNewcomer(page, shop, title, email)
  expect(await inboxOf(shop, seller)).toEqual([])

  const phone = await anotherBrowser()
  await press(phone.goto(link).then(() => {}))
  await expect(phone.getByText('Is the spine whole?')).toBeVisible()
  await expect(phone.getByText('Someone else used your email?')).toBeVisible()
  await expectAccessible(phone)
  await press(phone.getByRole('button', { name: 'Confirm this email' }).click())
  await expect(phone.getByText(`Your question about “${title}” has been sent.`)).toBeVisible()
  expect(count.presses).toBeLessThanOrEqual(MOST.presses)
  expect(count.inputs).toBeLessThanOrEqual(MOST.inputs)
  expect(await inboxOf(shop, seller)).toMatchObject([{ last: { text: 'Is the spine whole?' } }])

  await expect(page).toHaveURL(/\/dashboard\/messages\/[\da-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Is the spine whole?')
  await expect(page.getByRole('region', { name: 'Your email address' })).toHaveCount(0)

  await phone.getByRole('main').getByRole('link', { name: 'log in' }).click()
  await sendLogin(phone, { email, password: 'a way with words' })
  await expect(h1(phone, 'Odile Marsh')).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Messages' })).toContainText('Is the spine whole?')
})

test.describe('a sign-up with another person’s email', () => {
  // The stranger's page, which is signed out.
  test.use({ expectedConsoleErrors: [/401/] })
  test('is locked out by the person, and its question reaches nobody', async ({ page, shop, anotherBrowser }) => {
    const { seller, title } = await aBookForSale(shop)
    const email = `${aMark()}@example.org`
    const { link } = await askAsNewcomer(page, shop, title, email)
    const owner = await anotherBrowser()
    await owner.goto(link)
    await owner.getByRole('button', { name: 'Set a new password' }).click()
    await owner.getByLabel('New password', { exact: true }).fill('the owner of this mail')
    await owner.getByRole('button', { name: 'Set password and confirm' }).click()
    await expect(accountMenu(owner)).toBeVisible()
    expect(await inboxOf(shop, seller)).toEqual([])
  })
})

test.describe('a mailed link to sign in', () => {
  test.use({ expectedConsoleErrors: [/400.*sign-in-link/] })
  test('is asked for at the login, signs in by a press, once, and leads back', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    const member = await aConfirmedMember(shop, 'buyer', 'Ben Ode')
    await page.goto('/login?from=%2Fdashboard%2Fmessages')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expect(h1(page, 'Sign in by email')).toBeVisible()
    await page.getByLabel('Email').fill(member.email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('has an account, we’ve sent a link')).toBeVisible()
    const [link] = await mailedTo(shop, member, /\/sign-in-link\?token=\S+/)

    const elsewhere = await anotherBrowser()
    await elsewhere.goto(link)
    await expect(elsewhere.getByText(member.email)).toBeVisible()
    await expectAccessible(elsewhere)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(popup(elsewhere, 'Welcome back')).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/dashboard\/messages$/)
    await page.goto(link)
    await expect(page.getByText('This link has expired or was used already.')).toBeVisible()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
  })
})
