import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette } from './palette.ts'
import { HEAD_COLOUR, PAPER_COLOUR } from './sharing.ts'

const tokens = new Map(
  [...readFileSync('client/look/tokens.css', 'utf8').matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = '', light, dark]) => [name, { light, dark }],
  ),
)

test.each(Object.entries(palette))('%s is what the token is', (name, colours) => {
  expect(tokens.get(name)).toEqual(colours)
})

test('a browser paints around the page what the page itself begins and ends with', () => {
  expect(HEAD_COLOUR).toEqual(palette.sunk)
  expect(PAPER_COLOUR).toBe(palette.paper.light)
})
