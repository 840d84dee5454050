import { writeFile } from 'node:fs/promises'
import { openFraunces } from '#server/sharing/typeface.ts'

/**
 * Generates cover/advances.ts: widths of the covers' letters, in hundredths of the type size, rounded up. A letter with
 * marks is as wide as its base, unless the table has it. Run it again when the typeface or its axes change: `node
 * tools/drawing/cover-advances.ts`.
 */
const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e
/** Latin letters with diacritics, punctuation and signs; no phonetic alphabets. */
const RANGES = [
  [0xa1, 0x24f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
] as const
/** The code of a width of 0. */
const ZERO = 0x23

const typeface = openFraunces()
const hundredths = (character: string) => Math.ceil(typeface.outline(character, 1000).width / 10 - 0.001)
const code = (width: number) => String.fromCharCode(ZERO + width)
const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

const printable = Array.from({ length: LAST_PRINTABLE - FIRST_PRINTABLE + 1 }, (_, at) =>
  String.fromCharCode(FIRST_PRINTABLE + at),
)
const others = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
).filter((character) => typeface.covers(character) && !/\p{M}/u.test(character) && isWiderThanBase(character))

function isWiderThanBase(character: string): boolean {
  const [base = ''] = character.normalize('NFD')
  return !printable.includes(base) || hundredths(character) > hundredths(base)
}

await writeFile(
  'cover/advances.ts',
  `// Written by tools/drawing/cover-advances.ts.

/** The code of a width of 0; every code above is one hundredth of the type size more. */
export const ZERO = ${ZERO}
/** Widths of the printable ASCII characters from the space on. */
export const PRINTABLE =
  ${quoted(printable.map((character) => code(hundredths(character))).join(''))}
/** Letters that are wider than their base, or have none, and their widths. */
export const OTHERS =
  ${quoted(others.join(''))}
export const OTHER_WIDTHS =
  ${quoted(others.map((character) => code(hundredths(character))).join(''))}
`,
)
