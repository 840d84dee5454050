import { expect, test } from 'vitest'
import { screens, type Screen } from '#contract/screens.ts'
import { loginAddress, roleByOrigin, safePath } from './origin.ts'

test.each(['/', '/all-products', '/advertise/1?buy=1#top', '/books/novel-book'])('%s is a path of ours', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'dashboard',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/./\n/elsewhere.example',
  '/..//elsewhere.example',
  '/.//elsewhere.example',
  'javascript:alert(1)',
])('%j is none [origin-1]', (text) => {
  expect(safePath(text)).toBe('/')
})

test('the login screen remembers the return path', () => {
  expect(loginAddress('/advertise/1?buy=1')).toBe('/login?from=%2Fadvertise%2F1%3Fbuy%3D1')
  expect(loginAddress('https://elsewhere.example')).toBe('/login')
})

test('a screen that only sellers or buyers have tells the role of who signs up on the way to it', () => {
  const told = screens.map(({ path }) => [path, roleByOrigin(`/${path}`)])
  const roleOf = ({ path, access }: Screen) =>
    path === 'buy/:bookId' ? 'buyer' : access === 'seller' || access === 'buyer' ? access : null
  expect(told).toEqual(screens.map((screen) => [screen.path, roleOf(screen)]))
})
