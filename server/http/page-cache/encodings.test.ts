import { expect, test } from 'vitest'
import { chooseEncoding, encode } from './encodings.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=0.5 ,gzip; q=0.5', 'br'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate, zstd', 'identity'],
  ['br;q=nothing', 'identity'],
  [`${'x, '.repeat(100)}gzip`, 'gzip'],
])('%s is answered in %s', (accepted, encoding) => {
  expect([chooseEncoding(accepted), chooseEncoding(accepted)]).toEqual([encoding, encoding])
})

test.each(['br', 'gzip', 'identity'] as const)(
  'what stays in memory as %s holds no more of it than its bytes',
  (encoding) => {
    const body = encode(Buffer.from('A page of a book. '.repeat(100)), encoding)
    expect(body.buffer.byteLength).toBe(body.length)
  },
)
