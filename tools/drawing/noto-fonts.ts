// Generates the fonts of share pictures for scripts beyond Latin, server/sharing/fonts/noto-*: subsets of Noto at its bold
// weight, from the system's fonts. On Debian: `apt install fonts-noto-core fonts-noto-cjk`, then
// `node tools/drawing/noto-fonts.ts`.
import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { NOTO_SCRIPTS } from '#server/sharing/noto-scripts.ts'
import { writeServerFont } from './write-server-font.ts'

const FOLDER = '/usr/share/fonts/truetype/noto'
const CJK = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc'
/** The face of simplified Chinese in that collection. */
const SIMPLIFIED = 2

const SPACE = 0x20
/** Letters, marks and signs of a script, with what stands between its words. */
const charactersOf = (blocks: readonly (readonly [first: number, last: number])[]) =>
  [[SPACE, SPACE], [0x2d, 0x2d], [0x25cc, 0x25cc], [0x200c, 0x200d], ...blocks]
    .flatMap(([first = 0, last = 0]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('')

/**
 * The characters in these rows of an encoding of two bytes. The makers of the national standards put the commonest
 * characters of their language there.
 */
function rowsOf(encoding: string, firstRow: number, lastRow: number, firstByte: number): string[] {
  const decoder = new TextDecoder(encoding)
  const found: string[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let byte = firstByte; byte < 0xff; byte += 1) found.push(decoder.decode(Uint8Array.of(row, byte)))
  return found.filter((character) => /^[\p{Script=Han}\p{Script=Hangul}]$/u.test(character))
}

const HAN = [
  // GB 2312, both levels; Big5, level 1; JIS X 0208, both levels; KS X 1001, the syllables.
  ...rowsOf('gb18030', 0xb0, 0xf7, 0xa1),
  ...rowsOf('big5', 0xa4, 0xc6, 0x40),
  ...rowsOf('euc-jp', 0xb0, 0xf4, 0xa1),
]
const HANGUL = rowsOf('euc-kr', 0xb0, 0xc8, 0xa1)

/** One typeface of a collection as a font of its own. */
function faceOf(collection: NonSharedBuffer, index: number): Uint8Array {
  const start = collection.readUInt32BE(12 + 4 * index)
  const tables = collection.readUInt16BE(start + 4)
  const directory = Buffer.from(collection.subarray(start, start + 12 + 16 * tables))
  const parts = [directory]
  let end = directory.length
  for (let at = 12; at < directory.length; at += 16) {
    const [offset, length] = [directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)]
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    directory.writeUInt32BE(end, at + 8)
    parts.push(collection.subarray(offset, offset + length), padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}

for (const { name, font, blocks } of NOTO_SCRIPTS) {
  if (font === null) continue
  const whole = await readFile(`${FOLDER}/${font}-Bold.ttf`)
  await writeServerFont(
    `noto-${name}`,
    await subsetFont(whole, charactersOf(blocks), { targetFormat: 'sfnt', noHinting: true }),
  )
}
const cjk = faceOf(await readFile(CJK), SIMPLIFIED)
const OF_CJK = { targetFormat: 'sfnt' as const, noHinting: true, keepFeatures: ['kern'] }
const signs = charactersOf([
  [0x3000, 0x30ff],
  [0xff01, 0xff5e],
])
await writeServerFont('noto-han', await subsetFont(cjk, HAN.join('') + signs, OF_CJK))
await writeServerFont('noto-hangul', await subsetFont(cjk, HANGUL.join('') + signs, OF_CJK))
