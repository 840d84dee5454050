import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['123456', 'password', 'Password', 'PASSW0RD', 'p@ssw0rd!', 'Dragon123', 'qwerty1', 'iloveyou!', 'aaaaaaa'])(
  '%s is one of the commonest',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each(['six letters', 'tide-table-1907', 'correct horse', 'dragon in the library', '83610254', 'ünterwegs', ''])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
