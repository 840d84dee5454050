// Generates fonts that are smaller than those of the packages. For browsers client/look/fonts/fraunces-latin.woff2:
// Fraunces at the weight of headings and covers, with its optical sizes; half the bytes of the whole typeface, loaded
// before the first paint. For the server's pictures server/sharing/fonts/: both typefaces without axes. Run it again when
// the packages change: `node tools/drawing/fonts.ts`, and then `node tools/drawing/cover-advances.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

const WEIGHT = { wght: 600 }
const OF_COVERS = { opsz: 48, ...WEIGHT }

const require = createRequire(import.meta.url)

async function subset(file: string, out: string, variationAxes: Record<string, number>): Promise<void> {
  const whole = await readFile(file)
  const font = create(whole)
  if (!('characterSet' in font)) throw new Error('That is a collection of typefaces, not one')
  const made = await subsetFont(whole, String.fromCodePoint(...font.characterSet), {
    targetFormat: 'woff2',
    variationAxes,
  })
  await writeFile(`${out}.woff2`, made)
  console.log(`${out}: ${whole.length} bytes became ${made.length}`)
}

const fraunces = path.dirname(require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'))
await subset(`${fraunces}/fraunces-latin-opsz-normal.woff2`, 'client/look/fonts/fraunces-latin', WEIGHT)
for (const part of ['fraunces-latin', 'fraunces-latin-ext', 'fraunces-vietnamese'])
  await subset(`${fraunces}/${part}-opsz-normal.woff2`, `server/sharing/fonts/${part}`, OF_COVERS)
const instrument = path.join(fraunces, '../../instrument-sans/files')
for (const part of ['instrument-sans-latin', 'instrument-sans-latin-ext'])
  await subset(`${instrument}/${part}-wght-normal.woff2`, `server/sharing/fonts/${part}`, WEIGHT)
