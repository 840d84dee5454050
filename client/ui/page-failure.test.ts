import { expect, test } from 'vitest'
import { isMissingChunk, pageFailure } from './page-failure.ts'

const answer = (status: number) => ({ status, statusText: '', internal: false, data: null })

test.each([
  ['nothing at the address', answer(404), 'missing'],
  ['a server that fails', answer(500), 'broken'],
  ['an error of ours', new Error('Failed to fetch the meaning'), 'broken'],
  ['a bug', new TypeError('x is not a function'), 'broken'],
  ['no answer in Chromium', new TypeError('Failed to fetch'), 'unreachable'],
  ['no answer in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), 'unreachable'],
  ['no answer in Safari', new TypeError('Load failed'), 'unreachable'],
])('%s', (_what, error, failure) => {
  expect(pageFailure(error)).toBe(failure)
})

test('a script that did not come is known in every browser', () => {
  const worded = [
    'Failed to fetch dynamically imported module: https://books.example.org/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
  ]
  for (const words of worded) {
    expect(isMissingChunk(new TypeError(words))).toBe(true)
    expect(pageFailure(new TypeError(words))).toBe('unreachable')
  }
  expect(isMissingChunk(new TypeError('Failed to fetch'))).toBe(false)
})
