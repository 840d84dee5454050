import { expect, signIn, test, sendLogin } from '#tests/kit/browser/journey.ts'
import { aConfirmedMember, mailedTo } from '#tests/kit/members.ts'
import { aDeal } from '#tests/kit/shopping.ts'

test('emails are unsubscribed by link without signing in, and turned on again in the account', async ({
  page,
  shop,
}) => {
  const { seller } = await aDeal(shop)
  const [link] = await mailedTo(shop, seller, /\/stop-emails\/\S+/)
  await page.goto(link)
  await expect(page.getByText('News of your orders and sales.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn these emails off' }).click()
  const answer = page.getByRole('main').getByRole('status')
  await expect(answer).toHaveText('Done. You won’t get emails about news of your orders and sales any more.')
  await expect(answer).toBeFocused()

  await page.getByRole('link', { name: 'your account' }).click()
  await sendLogin(page, seller)
  await expect(page).toHaveURL('/dashboard/account#emails')
  const emails = page.getByRole('region', { name: 'Emails you get' })
  await expect(emails.getByRole('heading')).toBeFocused()
  const news = emails.getByRole('checkbox', { name: /^News of your orders/ })
  await expect(news).not.toBeChecked()
  await expect(emails.getByRole('checkbox', { name: /^New messages/ })).toBeChecked()
  await news.check()
  await emails.getByRole('button', { name: 'Save emails' }).click()
  await expect(emails.getByRole('status')).toHaveText('Saved.')
  await page.reload()
  await expect(news).toBeChecked()
})

test.describe('another email, and other devices', () => {
  // Ending a session ends every token: a call with the old one is refused once, and renewed.
  test.use({ expectedConsoleErrors: [/status of 40[13]/] })
  test('the email is changed by a mailed link; other devices are listed and signed out', async ({
    page,
    shop,
    anotherBrowser,
  }) => {
    const member = await aConfirmedMember(shop, 'buyer')
    await signIn(page, member)
    const elsewhere = await anotherBrowser()
    await signIn(elsewhere, member)
    await page.goto('/dashboard/account#sessions')
    const places = page.getByRole('region', { name: 'Where you’re signed in' })
    // Confirming the email signed in as well, and so did the sign-in after it.
    await expect(places.getByRole('listitem')).toHaveCount(4)
    await expect(places.getByText('This device')).toHaveCount(1)
    await places.getByRole('button', { name: 'Sign out all others' }).click()
    await expect(places.getByRole('status')).toHaveText('All your other devices are signed out.')
    await expect(places.getByRole('listitem')).toHaveCount(1)
    await elsewhere.goto('/dashboard/account')
    await expect(elsewhere).toHaveURL(/\/login/)

    // What was read before the email was asked for is old when it comes after.
    const asked = Promise.withResolvers<void>()
    await page.route(
      '**/api/account/email',
      async (route) => {
        if (route.request().method() !== 'GET') return route.fallback()
        const response = await route.fetch()
        await asked.promise
        await route.fulfill({ response }).catch(() => {})
      },
      { times: 1 },
    )
    await page.reload()
    const email = `moved-${member.email}`
    const section = page.getByRole('region', { name: 'Email', exact: true })
    await section.getByText('Change email').click()
    await section.getByLabel('New email').fill(email)
    await section.getByLabel('Password', { exact: true }).fill(member.password)
    await section.getByRole('button', { name: 'Email me a link' }).click()
    const told = section.getByText(`We’ve emailed a link to ${email}`)
    await expect(told).toBeVisible()
    asked.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(told).toBeVisible()

    const [link] = await mailedTo(shop, { email }, /\/dashboard\/change-email\?token=\S+/)
    await page.goto(link)
    await expect(page.getByText(`From ${member.email} to ${email}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Use the new email' }).click()
    await expect(page.getByText(`Done. Your email is ${email} now`)).toBeVisible()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await expect(section.getByText(email)).toBeVisible()
    await expect(section.getByText(/Verified$/)).toBeVisible()
  })
})
