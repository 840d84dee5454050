import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from '#tools/browser.ts'

/**
 * The journeys: one file per user goal, in a real browser, on a real shop that each worker starts for itself
 * (tests/kit/journey.ts). `npm test` finds the browser and names it by CHROMIUM_PATH.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/kit/drawn-demo.ts',
  outputDir: 'test-results/journeys',
  workers: 2,
  fullyParallel: false,
  // A shared machine may hold up one journey in hundreds; what fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEY_REPORT ?? 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: BROWSER_FLAGS,
    },
  },
})
