import { afterAll, vi } from 'vitest'

// Files share a process: what one of them put in the place of a global, a method or the time is not the next one's.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
