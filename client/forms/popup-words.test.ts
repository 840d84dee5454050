import { expect, test } from 'vitest'
import { popupWords } from './popup-words.ts'

test('the popup names what is missing first', () => {
  expect(popupWords(['Password must be at least 6 characters', 'All fields are required'])).toBe(
    'All fields are required',
  )
  expect(popupWords(['Password must be at least 6 characters'])).toBe('Password must be at least 6 characters')
})
