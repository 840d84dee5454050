import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { orderBegins, orderLife } from '#contract/orders/order-life.ts'

test('the diagram in docs/ARCHITECTURE.md is the order’s life', async () => {
  const page = await readFile('docs/ARCHITECTURE.md', 'utf8')
  const drawn = [...page.matchAll(/^ {2}(\w+|\[\*\]) --> (\w+): (\w+)$/gm)].map(
    ([, from, to, step]) => `${from} ${step} ${to}`,
  )
  const real = Object.entries({ '[*]': orderBegins, ...orderLife }).flatMap(([from, steps]) =>
    Object.entries(steps).map(([step, to]) => `${from} ${step} ${to}`),
  )
  expect(drawn.toSorted()).toEqual(real.toSorted())
})

test.each(['server', 'client', 'tests'])('the map in docs/ARCHITECTURE.md names what lies in %s/', async (folder) => {
  const [, map = ''] = (await readFile('docs/ARCHITECTURE.md', 'utf8')).split('```')
  const entries = await readdir(folder, { withFileTypes: true })
  const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`)
  const files = folder === 'server' ? entries.map(({ name }) => name).filter((name) => /^[\w-]+\.ts$/.test(name)) : []
  expect([...rooms, ...files].filter((name) => !map.includes(name))).toEqual([])
})
