import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aDecisionAbout } from '#tests/kit/browser/deciding.ts'
import { aMark, aBookOf, aMember, demoMember } from '#tests/kit/members.ts'

test.describe('a decision of the club', () => {
  test.use({ expectedConsoleErrors: [/status of 404/] })

  test('can be answered once by a suspended person, through the email’s link', async ({ page, shop }) => {
    const [seller, reader] = [await aMember(shop, 'seller', 'Tobias Reed'), await aMember(shop, 'buyer')]
    const title = `The Borrowed Cover ${aMark()}`
    const target = await aBookOf(shop, seller, { book_name: title })
    const admin = await demoMember(shop, 'admin')
    const suspended = { decision: 'suspend', days: '7' }
    const reported = { kind: 'book', target } as const
    const { id, link } = await aDecisionAbout(shop, reported, { about: seller, reader, admin }, suspended)

    await page.goto(link)
    await expect(page.getByText(`About your listing “${title}”`)).toBeVisible()
    await expect(page.getByText('Suspended. Why: “The cover is a film poster.”')).toBeVisible()
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('Please write your answer').first()).toBeVisible()
    await page.getByLabel('Your answer').fill('It is my own drawing.')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your answer has been sent.' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('blockquote')).toHaveText('It is my own drawing.')
    await expect(page.getByLabel('Your answer')).toBeHidden()

    await openAs(page, shop, admin, `/dashboard/reported-items/${id}`)
    await expect(page.getByText('It is my own drawing.')).toBeVisible()
  })
})
