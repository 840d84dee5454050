import { afterAll, vi } from 'vitest'

// Test files share a process: restore stubbed globals, mocked methods and the clock after each.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
