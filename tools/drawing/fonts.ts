// Generates fonts that are smaller than those of the packages. For browsers client/look/fonts/fraunces-latin.woff2:
// Fraunces at the weight of headings and covers, with its optical sizes; half the bytes of the whole typeface, loaded
// before the first paint. For the server's pictures server/sharing/fonts/: both typefaces without axes. Run it again when
// the packages change: `node tools/drawing/fonts.ts`, and then `node tools/drawing/cover-advances.ts`.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { writeServerFont } from './write-server-font.ts'

const WEIGHT = { wght: 600 }
const OF_COVERS = { opsz: 48, ...WEIGHT }

const require = createRequire(import.meta.url)

/** Every character that a font has. */
async function charactersOf(font: Uint8Array): Promise<string> {
  const plain = await subsetFont(font, undefined, { targetFormat: 'sfnt', keepAllGlyphs: true })
  return String.fromCodePoint(...new Face(new Blob(plain)).collectUnicodes())
}

const fraunces = path.dirname(require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2'))
const latin = await readFile(`${fraunces}/fraunces-latin-opsz-normal.woff2`)
const OF_PAGES = { targetFormat: 'woff2', variationAxes: WEIGHT } as const
await writeFile('client/look/fonts/fraunces-latin.woff2', await subsetFont(latin, await charactersOf(latin), OF_PAGES))

async function writePart(file: string, name: string, variationAxes: Record<string, number>): Promise<void> {
  const font = await readFile(file)
  const options = { targetFormat: 'sfnt', variationAxes, noHinting: true } as const
  await writeServerFont(name, await subsetFont(font, await charactersOf(font), options))
}

for (const part of ['fraunces-latin', 'fraunces-latin-ext', 'fraunces-vietnamese'])
  await writePart(`${fraunces}/${part}-opsz-normal.woff2`, part, OF_COVERS)
const instrument = path.join(fraunces, '../../instrument-sans/files')
for (const part of ['instrument-sans-latin', 'instrument-sans-latin-ext'])
  await writePart(`${instrument}/${part}-wght-normal.woff2`, part, WEIGHT)
