import { OTHERS, OTHER_WIDTHS, PRINTABLE, ZERO } from './advances.ts'

/** Margin for kerning, which may widen a pair a little, and for rounding in browsers. */
const SAFETY = 1.02
const FIRST_PRINTABLE = 0x20

const others = new Map(Array.from(OTHERS, (character, at) => [character, widthOfCode(OTHER_WIDTHS, at)]))

/** Generous average widths for letters that fall back to a system font. */
const averages: [RegExp, number][] = [
  [/[\p{M}\p{Cf}\u{1f3fb}-\u{1f3ff}]/u, 0],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 1.2],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u, 1],
  [/[\p{Script=Cyrillic}\p{Script=Greek}]/u, 0.78],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.66],
]
const UNKNOWN = 0.85

/** Estimated width of a text in units of its type size, rather too wide than too narrow. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width * SAFETY
}

function widthOfCharacter(character: string): number {
  const direct = printableWidth(character) ?? others.get(character)
  if (direct !== undefined) return direct
  const [base = '', ...marks] = character.normalize('NFD')
  const width = marks.length > 0 ? printableWidth(base) : undefined
  return width ?? averages.find(([of]) => of.test(character))?.[1] ?? UNKNOWN
}

function printableWidth(character: string): number | undefined {
  const at = character.charCodeAt(0) - FIRST_PRINTABLE
  return at >= 0 && at < PRINTABLE.length ? widthOfCode(PRINTABLE, at) : undefined
}

function widthOfCode(codes: string, at: number): number {
  return (codes.charCodeAt(at) - ZERO) / 100
}

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u
/** Whether Fraunces has all letters; beside another typeface ornaments would only compete. */
export const isLatin = (text: string): boolean => !OTHER_SCRIPT.test(text)
