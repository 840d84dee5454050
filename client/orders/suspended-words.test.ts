import { expect, test } from 'vitest'
import { suspendedWords } from './suspended-words.ts'

const wordsFor = (...about: Parameters<typeof suspendedWords>) => {
  const { words, toClub } = suspendedWords(...about)
  return `${words} ${toClub}`.trim()
}

test('whose other side is suspended reads so, and what can be done about the order as it stands', () => {
  expect(wordsFor('claimed', 'seller')).toMatch(
    /the seller’s account for now.*cancel the order: you won’t be charged\.$/,
  )
  expect(wordsFor('agreed', 'buyer')).toMatch(
    /the buyer’s account for now.*Once its time is up, that happens by itself\.$/,
  )
  expect(wordsFor('paid', 'seller')).toMatch(/the whole amount back, write to the club$/)
  expect(wordsFor('paid', 'buyer')).toMatch(/give the money back, or write to the club$/)
  expect(wordsFor('handed_over', 'buyer')).toMatch(/can’t sign in\.$/)
})
