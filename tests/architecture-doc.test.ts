import { readFile } from 'node:fs/promises'
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
