import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/* oxlint-disable no-console -- this is the file that watches it */
// Fails a test that prints an unexpected error. To expect one, use vi.spyOn(console, 'error').mockImplementation(…),
// which replaces this guard meanwhile.
const print = console.error
let printed: unknown[][] = []

const watched = (...words: unknown[]) => {
  printed.push(words)
  print(...words)
}
console.error = watched

// Test files share a process: restore the console for the next one.
afterAll(() => {
  if (console.error === watched) console.error = print
})

afterEach(() => {
  const unexpected = printed
  printed = []
  if (unexpected.length > 0)
    throw new Error(`console.error was not expected in this test: ${format(...unexpected.flat())}`)
})
