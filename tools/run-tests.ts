// npm test: all of them, see test.ts. npm test -- PATH … [OPTIONS]: tests of a file or folder, by Vitest or Playwright;
// the options are theirs, such as -t "a title". npm run test:watch: again at each change.
import { beginRun } from '#tests/kit/run-folder.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { runPackage } from './run-step.ts'
import { listTestFiles, selectTests } from './select-tests.ts'

const isWatching = process.argv[2] === '--watch'
const args = process.argv.slice(isWatching ? 3 : 2)

/** Words until the first option; the rest is for the runner, whose options may take words. */
function takeApart(): { words: string[]; options: string[] } {
  const first = args.findIndex((word) => word.startsWith('-'))
  const end = first === -1 ? args.length : first
  return { words: args.slice(0, end), options: args.slice(end) }
}

async function runSelected(): Promise<number> {
  const { words, options } = takeApart()
  const { vitest, playwright, unknown } = selectTests(await listTestFiles(), words)
  if (unknown.length > 0) {
    console.error(`No test is called ${unknown.join(', ')}.`)
    return 1
  }
  if (vitest.length > 0 || words.length === 0) {
    const code = await runPackage('vitest', [isWatching ? 'watch' : 'run', ...vitest, ...options])
    if (code !== 0) return code
  }
  if (playwright.length === 0) return 0
  if (isWatching) {
    console.error(`Journeys are not watched: ${playwright.join(', ')}`)
    return 1
  }
  const { runJourneys } = await import('./run-journeys.ts')
  return runJourneys([...playwright, ...options])
}

if (args.length > 0 || isWatching) {
  // Here, because Vitest would delete it before its workers have written their compile caches.
  closeLater(beginRun())
  await runAndClose(async () => (await runSelected()) === 0)
} else await import('./test.ts')
