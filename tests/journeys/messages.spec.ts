import { expect, expectAccessible, test, type Page, sendLogin, openAs } from '#tests/kit/browser/journey.ts'
import { aBookOf, aConfirmedMember, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { aConversationOf, writeIn } from '#tests/kit/writing.ts'
import { h1, sideMenu } from '#tests/kit/browser/parts.ts'

test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

const field = (page: Page) => page.getByLabel('Your message')
const log = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function aPair(shop: ShopProcess, title: string): Promise<{ seller: Member; buyer: Member; book: string }> {
  const [seller, buyer] = [
    await aConfirmedMember(shop, 'seller', 'Odile Marsh'),
    await aConfirmedMember(shop, 'buyer', 'Ben Ode'),
  ]
  return { seller, buyer, book: await aBookOf(shop, seller, { book_name: title }) }
}

test('a question on a book’s page, past the login, and its answer', async ({ page, shop, anotherBrowser }) => {
  const { seller, buyer, book } = await aPair(shop, 'Ask Me Anything')
  await page.goto(`/advertise/${book}`)
  await page.getByRole('link', { name: 'Ask the seller' }).click()
  // For who has no account yet, the question comes first; it isn't lost on the way to the login.
  await page.getByLabel('Your question to the seller').fill('Which edition?')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(h1(page, 'Login')).toBeVisible()
  await sendLogin(page, buyer)
  await expect(h1(page, 'Odile Marsh')).toBeVisible()
  await expect(field(page)).toHaveValue('Which edition?')

  await field(page).fill('')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(field(page)).toHaveAccessibleDescription(/Please write a message/)
  await field(page).fill('Call me: +49 170 1234567')
  await expect(page.getByRole('status').filter({ hasText: 'looks like a phone number' })).toBeVisible()
  await field(page).fill('Is it the first edition?\nhttps://example.org')
  await expect(page.getByText('looks like a phone number')).toHaveCount(0)
  // What was typed is still there after a reload.
  await page.reload()
  await expect(field(page)).toHaveValue('Is it the first edition?\nhttps://example.org')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/messages\/[0-9a-f-]{36}$/)
  await expect(log(page).getByRole('listitem')).toHaveText([/You: .*first edition/s])
  await expect(log(page).getByRole('link')).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')

  const sellers = await anotherBrowser()
  await openAs(sellers, shop, seller, '/dashboard')
  await expect(sideMenu(sellers).getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await sideMenu(sellers)
    .getByRole('link', { name: /^Messages/ })
    .click()
  await sellers.getByRole('link', { name: 'Ben Ode' }).click()
  await expect(log(sellers)).toContainText('Is it the first edition?')
  await expect(h1(sellers, 'Ben Ode')).toBeFocused()
  await expect(sideMenu(sellers).getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await field(sellers).fill('It is.')
  await field(sellers).press('Shift+Enter')
  await field(sellers).pressSequentially('From 1954.')
  await field(sellers).press('Enter')
  await expect(log(sellers)).toContainText('It is.\nFrom 1954.')
  await expect(field(sellers)).toBeFocused()

  // The message arrives without a reload.
  await expect(log(page)).toContainText('From 1954.')
  await expect(page.getByRole('status').filter({ hasText: 'Odile Marsh: It is.' })).toHaveCount(1)
})

test('written without a connection, a message goes out when it is back', async ({ page, shop }) => {
  const { seller, buyer, book } = await aPair(shop, 'Out of Reach')
  const id = await aConversationOf(shop, buyer, book)
  await openAs(page, shop, buyer, `/dashboard/messages/${id}`)
  await expect(log(page)).toContainText('Is it still there?')
  await page.context().setOffline(true)
  await field(page).fill('I’m on the train')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(page)).toContainText('We’ll send it when you’re back online.')
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(log(page).getByText(/Sending|Not sent/)).toHaveCount(0)
  await expect(log(page)).toContainText('I’m on the train')
  const answer = await send(shop, `/api/conversations/${id}`, { token: seller.token })
  expect(await answer.json()).toMatchObject({ last: { text: 'I’m on the train' }, unread: 2 })
})

test('earlier messages, blocking and unblocking, from the order’s page', async ({ page, shop }) => {
  const { seller, buyer, book } = await aPair(shop, 'A Long Story')
  const id = await aConversationOf(shop, buyer, book, 'The very first')
  for (let count = 2; count <= 30; count += 1) await writeIn(shop, buyer, id, `Number ${count}`)
  const order = await anOrderOf(shop, buyer, book)
  await openAs(page, shop, seller, `/dashboard/orders/${order}`)
  await page.getByRole('link', { name: 'Write to the buyer' }).click()
  await expect(page).toHaveURL(`/dashboard/messages/${id}`)
  await expect(log(page).getByText('Number 30')).toBeInViewport()
  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(log(page)).toContainText('The very first')
  await expect(log(page).getByRole('listitem')).toHaveCount(30)

  await page.getByRole('button', { name: 'Block Ben Ode' }).click()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Unblock Ben Ode' }).click()
  await expect(field(page)).toBeVisible()
})

test('on a wide window the other conversations stand beside the open one', async ({ page, shop }) => {
  const seller = await aConfirmedMember(shop, 'seller', 'Odile Marsh')
  const [ben, ann] = [
    await aConfirmedMember(shop, 'buyer', 'Ben Ode'),
    await aConfirmedMember(shop, 'buyer', 'Ann Reed'),
  ]
  const book = await aBookOf(shop, seller, { book_name: 'Two at Once', resalePrice: '6.50' })
  const [first, second] = [await aConversationOf(shop, ben, book), await aConversationOf(shop, ann, book, 'And I?')]
  const others = page.getByRole('navigation', { name: 'Conversations' })
  await page.setViewportSize({ width: 1100, height: 800 })
  await openAs(page, shop, seller, `/dashboard/messages/${first}`)
  await expect(others.getByRole('link', { name: 'Ben Ode' })).toHaveAttribute('aria-current', 'page')
  await others.getByRole('link', { name: 'Ann Reed' }).click()
  await expect(page).toHaveURL(`/dashboard/messages/${second}`)
  await expect(h1(page, 'Ann Reed')).toBeFocused()
  await expect(log(page)).toContainText('And I?')
  await expect(others.getByRole('listitem').filter({ hasText: 'Ann Reed' }).getByText('unread')).toHaveCount(0)
  // The book that they write about, above the field.
  await expect(page.getByRole('link', { name: 'Two at Once' })).toBeVisible()
  await expect(page.getByRole('main').getByText('$6.50')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(others).toHaveCount(0)
  await page.getByRole('link', { name: 'All messages' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
})
