import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('one of the commonest is warned about in the demo, and won’t do otherwise', () => {
  expect(strengthOf('qwerty', true, true)).toMatchObject({ mark: '◐', words: expect.stringContaining('this demo') })
  expect(strengthOf('qwerty', true)).toMatchObject({ mark: '○', words: expect.stringContaining('use another') })
})

test.each([
  ['', '○', 'At least 6 characters; 12 or more is safer.'],
  ['abc', '○', 'At least 3 more characters.'],
  ['abcde', '○', 'At least 1 more character.'],
  ['abcdef', '◐', 'OK. For a stronger one, use three random words.'],
  ['111111', '◐', 'Easy to guess: too few different characters.'],
  ['aaaaaaaaaaaaaaaa', '◐', 'Easy to guess: too few different characters.'],
  ['tea salt road', '●', 'Good length.'],
])('of %j says %s %s', (password, mark, words) => {
  expect(strengthOf(password)).toEqual({ mark, words })
})
