import { expect, test, openAs } from '#tests/kit/browser/journey.ts'
import { aConfirmedMember, aMember, send, aBookOf } from '#tests/kit/members.ts'

test('the form begins with the last place, and says how many look for a book once its name is typed', async ({
  page,
  shop,
}) => {
  for (const person of [await aConfirmedMember(shop, 'buyer'), await aConfirmedMember(shop, 'buyer')]) {
    const body = { search: 'q=vellichor+almanac', name: 'Almanac', often: 'daily' }
    await send(shop, '/api/wants', { token: person.token, body })
  }
  const seller = await aMember(shop, 'seller')
  await aBookOf(shop, seller, { location: 'Rose garden' })
  await openAs(page, shop, seller, '/dashboard/add-product')
  await expect(page.getByLabel('Location')).toHaveValue('Rose garden')
  const looking = page.getByRole('status').filter({ hasText: /look/ })
  await page.getByLabel('Book Name').fill('The Vellichor')
  await expect(looking).toHaveCount(0)
  await page.getByLabel('Book Name').fill('The Vellichor Almanac')
  await expect(looking).toHaveText('2 people are looking for this book. We’ll email them when you list it.')
  await page.getByLabel('Book Name').fill('')
  await expect(looking).toHaveCount(0)
})
