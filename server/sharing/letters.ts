import type { Typeface } from './typeface.ts'

export interface Words {
  text: string
  x: number
  /** Baseline of the words. */
  y: number
  size: number
  anchor?: 'start' | 'middle' | 'end'
  colour: string
}

/** Emoji and their joiners, which pictures leave out. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0e|\ufe0f|\u20e3/gu

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
  const { d, width } = typeface.outline(text, words.size)
  const x = words.x - width * { start: 0, middle: 0.5, end: 1 }[words.anchor ?? 'start']
  return `<path transform="translate(${x.toFixed(1)} ${words.y.toFixed(1)})" fill="${words.colour}" d="${d}"/>`
}
