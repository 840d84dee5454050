import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/* oxlint-disable no-console -- this is the file that watches it */
// An error that nobody expected fails the test in which it was printed. Who expects one watches for it with
// vi.spyOn(console, 'error').mockImplementation(…), which takes our place for as long.
const print = console.error
let printed: unknown[][] = []

const watched = (...words: unknown[]) => {
  printed.push(words)
  print(...words)
}
console.error = watched

// Files share a process: what the next one finds is what this one found.
afterAll(() => {
  if (console.error === watched) console.error = print
})

afterEach(() => {
  const unexpected = printed
  printed = []
  if (unexpected.length > 0)
    throw new Error(`console.error was not expected in this test: ${format(...unexpected.flat())}`)
})
