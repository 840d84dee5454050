import { expect, expectAccessible, test } from '#tests/kit/browser/journey.ts'
import { aConfirmedMember, aMember, enterAs, send } from '#tests/kit/members.ts'

test('a seller reads how many people look for a book, as soon as its name is typed', async ({ page, shop }) => {
  for (const person of [await aConfirmedMember(shop, 'buyer'), await aConfirmedMember(shop, 'buyer')]) {
    const body = { search: 'q=vellichor+almanac', name: 'Almanac', often: 'daily' }
    await send(shop, '/api/wants', { token: person.token, body })
  }
  await enterAs(page, shop, await aMember(shop, 'seller'))
  await page.goto('/dashboard/add-product')
  const looking = page.getByRole('status').filter({ hasText: /look/ })
  await page.getByLabel('Book Name').fill('The Vellichor')
  await expect(looking).toHaveCount(0)
  await page.getByLabel('Book Name').fill('The Vellichor Almanac')
  await expect(looking).toHaveText('2 people are looking for this book. We’ll email them when you list it.')
  await expectAccessible(page)
  await page.getByLabel('Book Name').fill('')
  await expect(looking).toHaveCount(0)
})
