import { expect, test } from 'vitest'
import { replacementPause } from './replacement-pause.ts'

test('a worker that ends soon is replaced later each time, up to half a minute; one that was well, at once', () => {
  const pauses: number[] = []
  for (let before: number | null = null; pauses.length < 11; before = pauses.at(-1)!)
    pauses.push(replacementPause(before, 500))
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
  expect(replacementPause(30_000, 60_000)).toBe(100)
})
