import type { Route } from '@playwright/test'
import { expect, test } from '#tests/kit/browser/journey.ts'
import { aMember } from '#tests/kit/members.ts'

test('who signs in reads that an email came back, checks the address, and says that it works', async ({
  page,
  shop,
}) => {
  const { email, password } = await aMember(shop, 'buyer')
  const mailRefusal = { at: new Date(), words: '550 5.1.1 No such person here' }
  let isRefused = true
  const answerWithRefusal = async (route: Route) => {
    const response = await route.fetch()
    const account = (await response.json()) as object
    await route.fulfill({ response, json: { ...account, mailRefusal: isRefused ? mailRefusal : null } })
  }
  // A navigation ends requests under way; the banner shows whether the others were answered.
  await page.route('**/api/user-type-find*', (route) => answerWithRefusal(route).catch(() => {}))
  await page.route('**/api/account/email/works', async (route) => {
    isRefused = false
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^Login$/ }).click()
  await expect(page.getByText(`Our last email to ${email} came back`).first()).toBeVisible()
  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Your email address' })
  await expect(banner).toContainText('550 5.1.1 No such person here')
  await expect(banner.getByRole('link', { name: 'check your email address' })).toBeVisible()
  await banner.getByRole('button', { name: 'It works now' }).click()
  // The new member has yet to confirm it.
  await expect(banner).toContainText('Please confirm your email')
})
