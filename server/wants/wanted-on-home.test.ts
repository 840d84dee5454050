import { expect, test } from 'vitest'
import { anAccount, aBook } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'
import { sumUpWanted } from './sum-up-wanted.ts'

const shop = await startRenderedShop()
const { services, send } = shop

test('the home page links wanted searches, without names', async () => {
  await aBook(services, await anAccount(services, 'seller'))
  const people = await Promise.all(['Ida Kant', 'Lou Vane'].map((name) => anAccount(services, 'buyer', { name })))
  for (const { token } of people)
    await send('POST', '/api/wants', { token, body: { search: 'q=Salt+%26+light', name: 'My own', often: 'daily' } })
  await sumUpWanted(services)
  const home = await (await fetch(`${shop.origin}/`)).text()
  expect(home).toContain('Wanted by members')
  expect(home).toContain('href="/search?q=Salt+light"')
  expect(home).toContain('2 people')
  for (const kept of ['My own', ...people.flatMap(({ name, email }) => [name, email])]) expect(home).not.toContain(kept)
})
