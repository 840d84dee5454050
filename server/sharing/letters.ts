import type { Direction } from '#cover/direction.ts'
import type { Typeface } from './typeface.ts'

export interface Words {
  text: string
  x: number
  /** Baseline of the words. */
  y: number
  size: number
  anchor?: 'start' | 'middle' | 'end'
  colour: string
  /** Direction of the text that a line belongs to; by default the line's own. */
  direction?: Direction
  /** Width that a line has to fit; letters are smaller where it doesn't. */
  most?: number
}

/** Emoji with their joiners, which pictures leave out. Joiners between letters shape these. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0e\ufe0f\u20e3]\u200d?/gu

/**
 * As much of a text as a typeface can show; null where letters are missing: better nothing than boxes. A bare server
 * has no other typefaces to fall back on.
 */
export function drawable(text: string, typeface: Typeface): string | null {
  const plain = text.normalize('NFC').replaceAll(EMOJI, '').replaceAll(/\s+/gu, ' ').trim()
  return plain !== '' && typeface.covers(plain) ? plain : null
}

/** Words as a path, so that they look the same wherever they are drawn; empty where the typeface can't show them. */
export function drawWords(words: Words, typeface: Typeface): string {
  const text = drawable(words.text, typeface)
  if (text === null) return ''
  const full = typeface.outline(text, words.size, words.direction)
  const fits = words.most === undefined || full.width <= words.most
  const { d, width } = fits ? full : typeface.outline(text, (words.size * words.most!) / full.width, words.direction)
  const x = words.x - width * { start: 0, middle: 0.5, end: 1 }[words.anchor ?? 'start']
  return `<path transform="translate(${x.toFixed(1)} ${words.y.toFixed(1)})" fill="${words.colour}" d="${d}"/>`
}
