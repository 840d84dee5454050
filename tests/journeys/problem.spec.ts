import { expect, expectAccessible, test, type Page } from '#tests/kit/journey.ts'
import { aBookOf, aMember, enterAs, send } from '#tests/kit/members.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'

const photo = async () => ({ name: 'stain.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
const problem = (page: Page) => page.getByRole('region', { name: 'Problem with this order' })
const entries = (page: Page) => page.getByRole('list', { name: 'What was written' }).getByRole('listitem')

test('a buyer says what is wrong, with a photo, the seller answers, and the buyer settles it', async ({
  page,
  shop,
  anotherBrowser,
}) => {
  const [seller, buyer] = [await aMember(shop, 'seller', 'Odile Marsh'), await aMember(shop, 'buyer', 'Ben Ode')]
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller, { book_name: 'Stained Pages' }))
  await send(shop, `/api/my-orders/${order}/cash`, { method: 'POST', token: buyer.token })
  await send(shop, `/api/my-buyers/${order}/agree`, { method: 'POST', token: seller.token })

  await enterAs(page, shop, buyer)
  await page.goto(`/dashboard/orders/${order}`)
  await page.getByText('Say what’s wrong').click()
  await page.getByRole('button', { name: 'Open a problem' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toContainText('Choose what’s wrong')
  await page.getByLabel('The book isn’t as described').check()
  await page.getByLabel('What happened?').fill('There is a stain\non page 12.')
  await page.getByLabel('Photos').setInputFiles(await photo())
  await expect(page.getByAltText('Your choice: stain.png')).toBeVisible()
  await expectAccessible(page)
  // What was typed outlives the tab.
  await page.reload()
  await expect(page.getByLabel('What happened?')).toHaveValue('There is a stain\non page 12.')
  await page.getByRole('button', { name: 'Open a problem' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting until the problem is settled' })).toBeFocused()
  await expect(entries(page).first()).toContainText('There is a stain')
  await expect(problem(page).getByRole('img', { name: /^Photo 1 of 1, from you/ })).toBeVisible()
  await expectAccessible(page)

  const sellers = await anotherBrowser()
  await enterAs(sellers, shop, seller)
  await sellers.goto('/dashboard/my-buyers')
  await expect(sellers.getByRole('row').filter({ hasText: 'Stained Pages' })).toContainText('Problem open')
  await sellers.goto(`/dashboard/orders/${order}`)
  await expect(problem(sellers)).toContainText('The buyer opened this')
  await expect(sellers.getByRole('button', { name: 'It’s settled' })).toHaveCount(0)
  await sellers.getByLabel('Your answer').fill('I am sorry, I missed that.')
  await sellers.getByRole('button', { name: 'Send answer' }).click()
  await expect(entries(sellers).nth(1)).toContainText('I missed that')
  await expect(sellers.getByLabel('Your answer')).toHaveValue('')
  await expectAccessible(sellers)

  await page.reload()
  await expect(entries(page).nth(1)).toContainText('I missed that')
  await page.getByRole('button', { name: 'It’s settled' }).click()
  await expect(page.getByRole('heading', { name: 'Meet and pay in cash' })).toBeFocused()
  await page.getByRole('region', { name: 'Problems' }).getByText('Settled').click()
  await expect(entries(page)).toHaveCount(2)
})
