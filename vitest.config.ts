import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Vitest runs everything that needs no browser; tests/journeys belongs to Playwright. */
export default defineConfig({
  // As the screens are built.
  oxc: { jsx: { development: false } },
  test: {
    environment: 'node',
    // As every program of ours sets it first of all (server/given-environment.ts), and so here, before any file does:
    // half of React imported before that and half after it renders no page, and files share a process.
    env: { NODE_ENV: 'production' },
    // Those that need an outsider are for npm run test:outside alone.
    include: [
      process.env.OUTSIDE
        ? 'tests/outside/**/*.test.ts'
        : '{contract,cover,server,client,tests,tools,bench}/**/*.test.ts',
    ],
    exclude: ['tests/journeys/**', '**/node_modules/**', ...(process.env.OUTSIDE ? [] : ['tests/outside/**'])],
    globalSetup: ['tests/kit/cluster-setup.ts'],
    setupFiles: ['tests/kit/no-network.ts', 'tests/kit/strict-console.ts', 'tests/kit/put-back.ts'],
    // Processes, not threads: a test may change the folder or watch the signals of its process.
    pool: 'forks',
    // While one waits for its database or a program it started, another can use the core.
    maxWorkers: availableParallelism() + 1,
    // Files that follow each other in a process share what they import, which halves what a run costs. So a test puts
    // back whatever it changes of the process: its folder, its globals.
    isolate: false,
    testTimeout: 60_000,
    // What had to be tried again is told by name by `npm test`, and more than a few fail the run.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
    // A busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
  },
})
