import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#tests/kit/browser/contrast.ts'
import { cloths } from './cloths.ts'
import { CLOTHS } from './variant.ts'

const tokens = readFileSync('client/look/tokens.css', 'utf8')
const token = (name: string) => new RegExp(String.raw`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]

test('there are twelve, in the list and in the tokens the same', () => {
  expect(cloths).toHaveLength(CLOTHS)
  expect(cloths.map((_, at) => ({ cloth: token(`cloth-${at}`), foil: token(`foil-${at}`) }))).toEqual(
    cloths.map(({ cloth, foil }) => ({ cloth, foil })),
  )
})

test.each(cloths)('$name: its foil can be read on it, at 5.5 to 1 and more', ({ cloth, foil }) => {
  expect(Math.round(contrast(cloth, foil) * 10) / 10).toBeGreaterThanOrEqual(5.5)
})
