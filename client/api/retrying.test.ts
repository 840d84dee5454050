import { expect, test } from 'vitest'
import { ConnectionError } from './problem-error.ts'
import { problemFrom } from './problem-from.ts'
import { mayRetry, retryDelay } from './retrying.ts'

test('reads are repeated three times, further and further apart, but not after a no [retrying-1]', () => {
  const away = new ConnectionError()
  expect([0, 1, 2, 3].map((failures) => mayRetry(failures, away))).toEqual([true, true, true, false])
  expect([0, 1, 2, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000])
  const repeated = [400, 401, 403, 404, 408, 409, 422, 429, 500, 503].filter((status) =>
    mayRetry(0, problemFrom(status, {}, '')),
  )
  expect(repeated).toEqual([408, 429, 500, 503])
})
