import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { demoMember, enterAs } from '#tests/kit/members.ts'

test('an admin looks at an email as its reader gets it, and has a test email written', async ({ page, shop }) => {
  await enterAs(page, shop, await demoMember(shop, 'admin'))
  await page.goto('/dashboard/mails')
  await page.getByRole('link', { name: /^Reserved: / }).click()
  const preview = page.getByRole('article', { name: /^Reserved: / })
  await expect(preview).toContainText('Yes, from “News of your orders and sales”')
  const frame = preview.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(/^Reserved: /)
  await expect(frame.getByRole('link', { name: 'See the order', exact: true })).toBeVisible()
  const colour = () => frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(await colour()).toBe('rgb(246, 241, 228)')
  await preview.getByLabel('Dark').check()
  await expect.poll(colour).toBe('rgb(22, 20, 15)')
  await preview.getByLabel('Plain text').check()
  await expect(preview.getByText('See the order: http')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send a test email' }).click()
  await page.getByRole('status').getByRole('link', { name: 'outbox' }).click()
  const newest = page.getByRole('list', { name: 'Emails, newest first' }).getByRole('article').first()
  await expect(newest).toContainText('You’re reading it, so emails arrive.')
  await newest.getByText('As HTML').click()
  await expect(newest.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('A test email of Dogear')
})
