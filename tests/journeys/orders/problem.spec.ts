import { expect, expectAccessible, test, type Page, openAs } from '#tests/kit/browser/journey.ts'
import { demoMember, send } from '#tests/kit/members.ts'
import { anAgreedDeal } from '#tests/kit/shopping.ts'
import { rowOf } from '#tests/kit/browser/parts.ts'
import { aPhoto } from '#tests/kit/browser/book-form.ts'

// An admin's decision on a stale revision is refused.
test.use({ expectedConsoleErrors: [/409 \(Conflict\)/] })

const problem = (page: Page) => page.getByRole('region', { name: 'Problem with this order' })
const entries = (page: Page) => page.getByRole('list', { name: 'What was written' }).getByRole('listitem')

test('a buyer says what is wrong, with a photo, the seller answers, and the buyer settles it', async ({
  page,
  shop,
}) => {
  const { seller, buyer, order } = await anAgreedDeal(shop, { book_name: 'Stained Pages' })

  await openAs(page, shop, buyer, `/dashboard/orders/${order}`)
  await page.getByText('Report a problem').click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toContainText('Choose what’s wrong')
  await page.getByLabel('The book isn’t as described').check()
  await page.getByLabel('What happened?').fill('There is a stain\non page 12.')
  await page.getByLabel('Photos').setInputFiles(await aPhoto('stain.png'))
  await expect(page.getByAltText('Your choice: stain.png')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // What was typed outlives the tab, and so does a photo that has arrived.
  await page.reload()
  await expect(page.getByLabel('What happened?')).toHaveValue('There is a stain\non page 12.')
  await expect(page.getByAltText('Your choice: stain.png')).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: 'On hold: problem reported' })).toBeFocused()
  await expect(entries(page).first()).toContainText('There is a stain')
  await expect(problem(page).getByRole('img', { name: /^Photo 1 of 1, from you/ })).toBeVisible()

  await openAs(page, shop, seller, '/dashboard/my-buyers')
  await expect(rowOf(page, 'Stained Pages')).toContainText('Problem open')
  await page.goto(`/dashboard/orders/${order}`)
  await expect(problem(page)).toContainText('The buyer reported this')
  await expect(page.getByRole('button', { name: 'Close the problem' })).toHaveCount(0)
  await page.getByLabel('Your answer').fill('I am sorry, I missed that.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(entries(page).nth(1)).toContainText('I missed that')
  await expect(page.getByLabel('Your answer')).toHaveValue('')

  await openAs(page, shop, buyer, `/dashboard/orders/${order}`)
  await expect(entries(page).nth(1)).toContainText('I missed that')
  await page.getByRole('button', { name: 'Close the problem' }).click()
  await expect(page.getByRole('heading', { name: 'Meet and pay in cash' })).toBeFocused()
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText(/^Closed/)
    .click()
  await expect(entries(page)).toHaveCount(2)
})

test('an admin reads and decides an open problem, and both sides read the decision', async ({ page, shop }) => {
  const { seller, buyer, order } = await anAgreedDeal(shop, { book_name: 'Judged by Its Cover' })
  const post = (path: string, { token }: { token: string }, body?: object) =>
    send(shop, `/api/${path}`, { method: 'POST', token, ...(body && { body }) })
  await post(`my-orders/${order}/received`, buyer)
  await post(`orders/${order}/problems`, buyer, { kind: 'not_as_described', text: 'The cover is torn.' })

  await openAs(page, shop, await demoMember(shop, 'admin'), '/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Problems' }).first().click()
  const row = rowOf(page, 'Judged by Its Cover')
  await expect(row).toContainText('Ben Ode, buyer, reported it')
  await row.getByRole('link', { name: 'The book isn’t as described' }).click()
  await expect(entries(page)).toContainText(['The cover is torn.'])
  await page.getByLabel('Part of it goes back').check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The cover was shown whole.')
  // The seller writes while the admin decides: that has to be read first.
  const { problems } = (await (await send(shop, `/api/my-orders/${order}`, { token: seller.token })).json()) as {
    problems: { id: string }[]
  }
  await post(`problems/${problems[0]!.id}/entries`, seller, { text: 'It was whole when I gave it away.' })
  const decide = problem(page).getByRole('region', { name: 'Decide' })
  await decide.getByLabel('Amount').fill('5.00')
  await decide.getByRole('button', { name: 'Decide' }).click()
  await expect(decide.getByRole('alert')).toContainText('There’s a new answer')
  await expect(entries(page)).toContainText(['The cover is torn.', 'It was whole'])
  await expectAccessible(page)
  await decide.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('The club decided: $5.00 goes back.')

  await page.goto('/dashboard/problems?state=ended')
  await expect(rowOf(page, 'Judged by Its Cover')).toContainText('part of it back')

  await openAs(page, shop, buyer, `/dashboard/orders/${order}`)
  await page.getByText('The club decided: $5.00 goes back.').click()
  await expect(entries(page).last()).toContainText('The cover was shown whole.')
  await expect(entries(page).last()).toContainText('The club')
})
