import { defineConfig } from 'vitest/config'

/** Vitest runs everything that needs no browser; tests/journeys belongs to Playwright. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,cover,server,client,tests,tools,bench}/**/*.test.ts'],
    exclude: ['tests/journeys/**', '**/node_modules/**'],
    globalSetup: ['tests/kit/cluster-setup.ts'],
    setupFiles: ['tests/kit/no-network.ts', 'tests/kit/strict-console.ts'],
    // Processes, not threads: a test may change the folder or watch the signals of its process.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    // A shared machine may hold up one test in thousands; what fails twice has failed.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
    // A busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
  },
})
