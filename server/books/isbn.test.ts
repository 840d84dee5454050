import { expect, test } from 'vitest'
import { isRoundedNumber, readIsbn } from './isbn.ts'

test.each([
  ['9780439023481', '9780439023481'],
  ['978-0-439-02348-1', '9780439023481'],
  ['0439023483', '9780439023481'],
  ['[0439023483]', '9780439023481'],
  ['080442957X', '9780804429573'],
  ['080442957x', '9780804429573'],
  // A spreadsheet dropped the leading zero.
  ['439023483', '9780439023481'],
  ['439023483.0', '9780439023481'],
  ['9780439023481.00', '9780439023481'],
])('%s is %s', (given, isbn) => expect(readIsbn(given)).toBe(isbn))

test.each(['9780439023482', '0439023484', '12345', '', 'none', '9.78044E+12', '1234567890123'])(
  '%j is no ISBN',
  (given) => expect(readIsbn(given)).toBeNull(),
)

test.each(['9.78E+12', '9,78044E+12', '9e12'])('%s was rounded', (given) => expect(isRoundedNumber(given)).toBe(true))
