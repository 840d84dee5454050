import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cloths } from './cloths.ts'
import { CLOTHS } from './variant.ts'

const tokens = readFileSync('client/look/tokens.css', 'utf8')
const token = (name: string) => new RegExp(String.raw`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]

/** WCAG's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('there are twelve, in the list and in the tokens the same', () => {
  expect(cloths).toHaveLength(CLOTHS)
  expect(cloths.map((_, at) => ({ cloth: token(`cloth-${at}`), foil: token(`foil-${at}`) }))).toEqual(
    cloths.map(({ cloth, foil }) => ({ cloth, foil })),
  )
})

test.each(cloths)('$name: its foil can be read on it, at 5.5 to 1 and more', ({ cloth, foil }) => {
  const [dark = 0, light = 0] = [luminance(cloth), luminance(foil)].toSorted((one, other) => one - other)
  const ratio = (light + 0.05) / (dark + 0.05)
  expect(Math.round(ratio * 10) / 10).toBeGreaterThanOrEqual(5.5)
})
