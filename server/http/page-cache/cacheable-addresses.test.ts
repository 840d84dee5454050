import { describe, expect, test } from 'vitest'
import { cacheableAs } from './cacheable-addresses.ts'

const ID = '3f0a2b4c-1111-4222-8333-444455556666'

describe('what is cached', () => {
  test.each([
    '/',
    '/_.data',
    '/_.data?_routes=home',
    '/about',
    '/blogs.data?_routes=blogs',
    '/all-products',
    '/all-products.atom',
    '/all-products?sort=-price',
    '/all-products.data?sort=price&_routes=all-products',
    '/books/novel-book',
    '/books/novel-book.data?_routes=books%2F%3Acategory_name',
    '/api/all-books',
    '/api/all-books?available=all',
    '/api/all-books/count?category_name=novel-book',
    '/api/books/novel-book?sort=price',
    '/api/advertise',
    '/api/books-categories',
  ])('%s stands among the few', (url) => {
    expect(cacheableAs(url)?.cache).toBe('few')
  })

  test.each([
    `/advertise/${ID}`,
    `/advertise/${ID}.data?_routes=advertise%2F%3AadvertiseId%2F%3Aslug%3F`,
    `/advertise/${ID}/the-title`,
    `/advertise/${ID}/%E4%B8%89%E4%BD%93`,
    `/advertise/${ID}/the-title.data?_routes=advertise%2F%3AadvertiseId%2F%3Aslug%3F`,
    '/all-products?cursor=WyJuZXdlc3QiXQ',
    '/all-products?sort=price&cursor=WyJuZXdlc3QiXQ',
    `/api/advertise/${ID}`,
    `/sellers/${ID}`,
    `/sellers/${ID}?sort=price`,
    `/sellers/${ID}.data?_routes=sellers%2F%3Aid`,
    `/api/sellers/${ID}`,
    `/api/sellers/${ID}/books?sort=price`,
    `/api/all-books/count?seller=${ID}`,
    '/api/all-books?limit=24',
    '/api/books/novel-book?limit=24&cursor=WyJuZXdlc3QiXQ',
  ])('%s stands among the many', (url) => {
    expect(cacheableAs(url)?.cache).toBe('many')
  })
})

test.each([
  '/?',
  '/?a=1',
  '/?utm_source=x',
  '/about?x',
  '//',
  '/about/',
  '/About',
  '/index.html',
  '/favicon.ico',
  '/all-products?sort=price&sort=price',
  '/all-products?sort=title',
  '/all-products?sort=%70rice',
  '/all-products?limit=24',
  // What is filtered comes from the search, which follows the catalogue by a moment.
  '/all-products?condition=good',
  '/all-products.data?condition=good&_routes=all-products',
  '/books/novel-book?price_to=10',
  '/all-products?cursor=',
  '/all-products?cursor=a?b',
  '/all-products?x=1&sort=price',
  '/all-products.data?_routes=home',
  '/all-products.data?_routes=all-products,home',
  '/about?_routes=about',
  '/books/',
  '/books/Novel',
  '/books/a%20b',
  `/books/${'a'.repeat(61)}`,
  '/books/a/b',
  '/advertise/5',
  `/advertise/${ID.toUpperCase()}`,
  `/advertise/${ID}/x/y`,
  `/advertise/${ID}/a.b`,
  `/advertise/${ID}/`,
  `/advertise/${ID}?sort=price`,

  '/dashboard',
  '/dashboard/my-orders',
  `/buy/${ID}`,
  '/verify-email',
  '/sign-in-link',
  '/outbox',
  '/signed-in-popup',
  '/login',
  '/register',
  '/search',
  '/search?q=dune',
  '/search.data?q=dune',
  '/search.atom?q=dune',
  '/all-products.atom?x=1',
  '/api/search?q=dune',
  '/api/my-books',
  '/api/my-orders',
  '/api/ready',
  '/api/outbox',
  '/api/config',
  '/api/identity/get-session',
  '/api/all-books?limit=1000',
  '/api/all-books?page=2',
  '/api/all-books?constructor=1',
  '/api/all-books/',
  '/login?from=%2F',
  '/login.data?from=%2F',
  '/.data',
  '/_.data.data',
])('%s goes past the cache', (url) => {
  expect(cacheableAs(url)).toBeNull()
})
