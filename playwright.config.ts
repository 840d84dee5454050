import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import { FAKE_CAMERA } from '#tests/kit/browser/fake-camera.ts'
import { BROWSER_FLAGS } from '#tools/browser.ts'

// While one journey waits for its page another can use the core, as far as there is room for browser and shop of each.
const ROOM_BYTES = 1.5 * 2 ** 30
const WORKERS = Math.max(1, Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / ROOM_BYTES)))

// It wants a checkout of its own, and so a worker: begun at the end, it would keep a core waiting.
const OF_ITS_OWN = '**/development.spec.ts'

/**
 * The journeys: one file per user goal, in a real browser, on a real shop that each worker starts for itself
 * (tests/kit/browser/journey.ts). `npm test` finds the browser and names it by CHROMIUM_PATH.
 */
export default defineConfig({
  // Elsewhere are those that need an outsider (npm run test:outside).
  testDir: process.env.OUTSIDE ? 'tests/outside' : 'tests/journeys',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'of its own', testMatch: OF_ITS_OWN },
    { name: 'together', testIgnore: OF_ITS_OWN },
  ],
  globalSetup: './tests/kit/drawn-demo.ts',
  outputDir: 'test-results/journeys',
  workers: WORKERS,
  fullyParallel: false,
  // What had to be tried again is told by name by `npm test`, and more than a few fail the run.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEY_REPORT ?? 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Movement is a matter of style, and nothing waits for its end; one buyer goes the whole way with it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [...BROWSER_FLAGS, ...FAKE_CAMERA],
    },
  },
})
