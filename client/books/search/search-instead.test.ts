import { expect, test } from 'vitest'
import { listAt } from './search-instead.tsx'

test.each([
  ['/all-products', 'All products', ''],
  ['/all-products?condition=good,fair&sort=price&cursor=abc', 'All products', '?condition=good%2Cfair&sort=price'],
  ['/books/cook-book', 'Cook Book', '?category=cook-book'],
  ['/books/caf%C3%A9?year_from=1990&category=novel-book', 'Café', '?year_from=1990&category=caf%C3%A9'],
  ['/search?q=sea', 'Search', '?q=sea'],
])('the list at %s goes on as a search with its filters', (address, name, query) => {
  expect(listAt(address)).toEqual({ name, query })
})

test.each(['/', '/dashboard/my-orders', '/advertise/1', '/books/a/b', '/products-categories'])(
  'there is no list at %s',
  (address) => {
    expect(listAt(address)).toBeNull()
  },
)
