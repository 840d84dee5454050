import { readFileSync } from 'node:fs'
import { create, type Font, type Glyph } from 'fontkit'

/** A typeface at fixed axes, such as Fraunces at optical size 48 and weight 600. */
export interface Typeface {
  /** Whether every character of a text has a letter here. */
  covers(text: string): boolean
  /** Outlines text as a path on the baseline, with its width; both in `size` units. */
  outline(text: string, size: number): { d: string; width: number }
}

/** Letters of covers: optical size 48 and weight 600, as client/look/covers.css sets them. */
export const openFraunces = () => openTypeface('fraunces-latin', 'fraunces-latin-ext', 'fraunces-vietnamese')
/** Letters of small print: weight 600. */
export const openInstrument = () => openTypeface('instrument-sans-latin', 'instrument-sans-latin-ext')

/**
 * Opens files of `fonts/`, in the order in which they are asked for a character. tools/drawing/fonts.ts fixed their axes,
 * which fontkit can't vary in WOFF2 files.
 */
function openTypeface(...names: string[]): Typeface {
  const fonts = names.map((name) => create(readFileSync(new URL(`fonts/${name}.woff2`, import.meta.url))) as Font)
  const fontOf = (character: string) => fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!))
  return {
    covers: (text) => Array.from(text).every((character) => fontOf(character) !== undefined),
    outline: (text, size) => {
      let pen = 0
      let d = ''
      for (const run of runs(text, fontOf)) {
        const scale = size / run.font.unitsPerEm
        const { glyphs, positions } = run.font.layout(run.text)
        for (const [at, glyph] of glyphs.entries()) {
          const { xAdvance, xOffset, yOffset } = positions[at]!
          d += pathOf(glyph, scale, pen + xOffset * scale, -yOffset * scale)
          pen += xAdvance * scale
        }
      }
      return { d, width: pen }
    },
  }
}

/** Splits text into runs per font file; drops characters that no file has. */
function runs(text: string, fontOf: (character: string) => Font | undefined) {
  const found: { font: Font; text: string }[] = []
  for (const character of text) {
    const font = fontOf(character)
    if (!font) continue
    const last = found.at(-1)
    if (last?.font === font) last.text += character
    else found.push({ font, text: character })
  }
  return found
}

function pathOf(glyph: Glyph, scale: number, x: number, y: number): string {
  const round = (number: number) => Math.round(number * 100) / 100
  return glyph.path.commands
    .map(({ command, args }) => {
      const letter = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' }[command]
      return letter + args.map((value, at) => round(at % 2 === 0 ? x + value * scale : y - value * scale)).join(' ')
    })
    .join('')
}
