// Generates client/look/fonts/fraunces-latin.woff2: Fraunces at the weight of headings and covers, with its optical
// sizes. Half the bytes of the whole typeface, loaded before the first paint. Run it again when the package changes:
// `node tools/drawing/fonts.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

const WEIGHT = 600

const require = createRequire(import.meta.url)
const whole = await readFile(require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'))
const font = create(whole)
if (!('characterSet' in font)) throw new Error('That is a collection of typefaces, not one')
const subset = await subsetFont(whole, String.fromCodePoint(...font.characterSet), {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHT },
})
await writeFile('client/look/fonts/fraunces-latin.woff2', subset)
console.log(`${whole.length} bytes became ${subset.length}`)
