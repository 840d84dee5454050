import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEAD_COLOUR, PAPER_COLOUR } from '#contract/sharing.ts'
import { dark, light } from './colours.ts'

const tokens = new Map(
  [...readFileSync('client/look/tokens.css', 'utf8').matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = '', inLight, inDark]) => [name, { light: inLight, dark: inDark }],
  ),
)

test.each(Object.entries(light))('%s in light is %s in the tokens, too', (name, colour) => {
  expect(tokens.get(name)?.light).toBe(colour)
})

test.each(Object.entries(dark))('%s in dark is %s in the tokens, too', (name, colour) => {
  expect(tokens.get(name)?.dark).toBe(colour)
})

test('a browser paints around the page what the page itself begins and ends with', () => {
  expect(tokens.get('sunk')).toEqual(HEAD_COLOUR)
  expect(tokens.get('paper')?.light).toBe(PAPER_COLOUR)
})
