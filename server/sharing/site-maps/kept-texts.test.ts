import { expect, test } from 'vitest'
import { TextCache } from './text-cache.ts'

test('a few texts wait to be made and no more, whatever names are asked for', async () => {
  const kept = new TextCache({ now: () => new Date(0) })
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = Array.from({ length: 50 }, (_, at) => kept.get(`part ${at}`, () => promise))
  const settled = Promise.allSettled(asked)
  resolve('text')
  const made = (await settled).filter(({ status }) => status === 'fulfilled')
  expect(made.length).toBeGreaterThan(4)
  expect(made.length).toBeLessThan(20)
  await expect(asked.at(-1)).rejects.toMatchObject({ code: 'unavailable' })
  // A refused text is made once there is room; a cached one is always served.
  await expect(kept.get('part 49', () => promise)).resolves.toBeInstanceOf(Buffer)
})
