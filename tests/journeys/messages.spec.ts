import { expect, expectAccessible, test, type Page } from '#tests/kit/browser/journey.ts'
import { aBookOf, aConfirmedMember, enterAs, send, type Member } from '#tests/kit/members.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { aConversationOf, writeIn } from '#tests/kit/writing.ts'

test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

const field = (page: Page) => page.getByLabel('Your message')
const log = (page: Page) => page.getByRole('region', { name: 'Messages' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

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
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Odile Marsh' })).toBeVisible()

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
  await enterAs(sellers, shop, seller)
  await sellers.goto('/dashboard')
  await expect(menu(sellers).getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await menu(sellers)
    .getByRole('link', { name: /^Messages/ })
    .click()
  await sellers.getByRole('link', { name: 'Ben Ode' }).click()
  await expect(log(sellers)).toContainText('Is it the first edition?')
  await expect(sellers.getByRole('heading', { level: 1, name: 'Ben Ode' })).toBeFocused()
  await expect(menu(sellers).getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
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
  await enterAs(page, shop, buyer)
  await page.goto(`/dashboard/messages/${id}`)
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
  await enterAs(page, shop, seller)
  await page.goto(`/dashboard/orders/${order}`)
  await page.getByRole('link', { name: 'Write to the buyer' }).click()
  await expect(page).toHaveURL(`/dashboard/messages/${id}`)
  await expect(log(page).getByText('Number 30')).toBeInViewport()
  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(log(page)).toContainText('The very first')
  await expect(log(page).getByRole('listitem')).toHaveCount(30)

  await page.getByRole('button', { name: 'Block Ben Ode' }).click()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await expect(writeIn(shop, buyer, id, 'Hello?')).rejects.toThrow('messages_declined')
  await page.getByRole('button', { name: 'Unblock Ben Ode' }).click()
  await expect(field(page)).toBeVisible()
  await writeIn(shop, buyer, id, 'Hello again')
})
