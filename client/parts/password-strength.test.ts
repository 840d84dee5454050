import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('one of the commonest is warned about in the demo, and won’t do otherwise', () => {
  expect(strengthOf('qwerty', true, true)).toMatchObject({ mark: '◐', words: expect.stringContaining('this demo') })
  expect(strengthOf('qwerty', true)).toMatchObject({ mark: '○', words: expect.stringContaining('choose another') })
})

test.each([
  ['', '○', 'At least 6 characters; 12 or more are better.'],
  ['abc', '○', '3 more characters at least.'],
  ['abcde', '○', '1 more character at least.'],
  ['abcdef', '◐', 'It will do. 12 or more characters are better; three words, say.'],
  ['111111', '◐', 'It will do, but is easily guessed: too few different characters.'],
  ['aaaaaaaaaaaaaaaa', '◐', 'It will do, but is easily guessed: too few different characters.'],
  ['tea salt road', '●', 'A good length.'],
])('of %j says %s %s', (password, mark, words) => {
  expect(strengthOf(password)).toEqual({ mark, words })
})
