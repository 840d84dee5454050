import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { routeOf } from './route-of.ts'

const ID = '3f0a2b4c-1111-4222-8333-444455556666'
const of = (url: string, route: string | undefined = '/*') =>
  routeOf({ raw: { url }, routeOptions: { url: route } } as unknown as FastifyRequest)

test.each([
  ['/', '/'],
  ['/?utm=x', '/'],
  ['/_.data?_routes=home', '/'],
  ['/all-products?sort=price', '/all-products'],
  ['/books/novel-book.data', '/books/:category_name'],
  [`/advertise/${ID}`, '/advertise/:advertiseId/:slug?'],
  [`/advertise/${ID}/a-title?x`, '/advertise/:advertiseId/:slug?'],
  [`/dashboard/orders/${ID}`, '/dashboard/orders/:orderId'],
  ['/dashboard', '/dashboard'],
  [`/dashboard/my-products/${ID}/edit`, '/dashboard/my-products/:bookId/edit'],
])('%s is the screen %s', (url, route) => {
  expect(of(url)).toBe(route)
})

test.each([`/advertise/${ID}/a/b`, '/advertise', '/no/such', '/wp-login.php', '//', '/constructor', ''])(
  '%s is no screen, whatever stands there',
  (url) => {
    expect(of(url)).toBe('/*')
  },
)

test('calls keep their own pattern, and the files of a build have one', () => {
  expect(of(`/api/orders/${ID}`, '/api/orders/:id')).toBe('/api/orders/:id')
  expect(of('/assets/home-1a2b3c.js', '/assets/home-1a2b3c.js')).toBe('/assets/*')
  expect(routeOf({ raw: { url: '/x' }, routeOptions: {} } as unknown as FastifyRequest)).toBe('none')
})
