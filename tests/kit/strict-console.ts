import { afterEach, expect } from 'vitest'

// An error that nobody expected fails the test in which it was printed. Who expects one watches for it with
// vi.spyOn(console, 'error').mockImplementation(…), which takes our place for as long.
const print = console.error
let printed: unknown[][] = []

console.error = (...words: unknown[]) => {
  printed.push(words)
  print(...words)
}

afterEach(() => {
  const unexpected = printed
  printed = []
  expect(unexpected, 'nothing was expected on console.error').toEqual([])
})
