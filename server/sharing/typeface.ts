import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import bidiFactory from 'bidi-js'
import { Blob, Buffer, Direction, Face, Font, shape } from 'harfbuzzjs'
import { directionOf, type Direction as TextDirection } from '#cover/direction.ts'
import { graphemesOf } from '#cover/fit-text.ts'
import { NOTO_SCRIPTS } from './noto-scripts.ts'

/** A typeface at fixed axes, such as Fraunces at optical size 48 and weight 600, with Noto for other scripts. */
export interface Typeface {
  /** Whether every character of a text has a letter here. */
  covers(text: string): boolean
  /** Outlines text as a path on the baseline, with its width; both in `size` units. A line has its text's direction. */
  outline(text: string, size: number, direction?: TextDirection): { d: string; width: number }
}

/** Letters of covers: optical size 48 and weight 600, as client/look/covers.css sets them. */
export const openFraunces = () => openTypeface('fraunces-latin', 'fraunces-latin-ext', 'fraunces-vietnamese')
/** Letters of small print: weight 600. */
export const openInstrument = () => openTypeface('instrument-sans-latin', 'instrument-sans-latin-ext')

const bidi = bidiFactory()
const opened = new Map<string, Font>()

/** Opens a file of `fonts/`, once: tools/drawing fixed its axes and made it small. */
function fontNamed(name: string): Font {
  let font = opened.get(name)
  if (!font) {
    const file = readFileSync(new URL(`fonts/${name}.sfnt.br`, import.meta.url))
    font = new Font(new Face(new Blob(brotliDecompressSync(file))))
    opened.set(name, font)
  }
  return font
}

/** A piece of text in one font and one direction. */
interface Run {
  font: Font
  level: number
  text: string
}

/** Opens files in the order in which they are asked for a character; Noto is asked last. */
function openTypeface(...names: string[]): Typeface {
  const own = names.map(fontNamed)

  function fontOf(grapheme: string): Font | undefined {
    const codePoints = Array.from(grapheme, (character) => character.codePointAt(0)!).filter(isVisible)
    const hasAll = (font: Font) => codePoints.every((codePoint) => font.nominalGlyph(codePoint) !== undefined)
    const ofScript = ({ blocks }: (typeof NOTO_SCRIPTS)[number]) =>
      codePoints.some((codePoint) => blocks.some(([first, last]) => codePoint >= first && codePoint <= last))
    return (
      own.find(hasAll) ??
      NOTO_SCRIPTS.filter(ofScript)
        .map(({ name }) => fontNamed(`noto-${name}`))
        .find(hasAll)
    )
  }

  return {
    covers: (text) => graphemesOf(text).every((grapheme) => fontOf(grapheme) !== undefined),
    outline: (text, size, direction = directionOf(text)) => {
      let pen = 0
      let d = ''
      for (const { font, level, text: part } of inVisualOrder(text, direction, fontOf)) {
        const scale = size / font.face.upem
        for (const { glyph, xAdvance, xOffset, yOffset } of glyphsOf(font, part, level)) {
          d += pathOf(font.glyphToPath(glyph), scale, pen + xOffset * scale, -yOffset * scale)
          pen += xAdvance * scale
        }
      }
      return { d, width: pen }
    },
  }
}

/** Joiners and marks of direction, which no font needs a glyph for. */
const isVisible = (codePoint: number) => !/[\p{Cf}\p{Variation_Selector}]/u.test(String.fromCodePoint(codePoint))

/** Splits text into runs from left to right; drops characters that no file has. */
function inVisualOrder(text: string, direction: TextDirection, fontOf: (grapheme: string) => Font | undefined): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const runs: Run[] = []
  let at = 0
  for (const grapheme of graphemesOf(text)) {
    const [font, level] = [fontOf(grapheme), levels[at] ?? 0]
    at += grapheme.length
    const last = runs.at(-1)
    if (font && last?.font === font && last.level === level) last.text += grapheme
    else if (font) runs.push({ font, level, text: grapheme })
  }
  return reordered(runs)
}

/** Reverses each stretch of runs of a level or higher, from the highest level to 1 (UAX 9, rule L2). */
function reordered(runs: Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let first = 0; first < ordered.length; first += 1) {
      let end = first
      while (end < ordered.length && ordered[end]!.level >= level) end += 1
      ordered.splice(first, end - first, ...ordered.slice(first, end).toReversed())
      first = Math.max(first, end - 1)
    }
  return ordered
}

function glyphsOf(font: Font, text: string, level: number) {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: glyph }, at) => ({ glyph, ...positions[at]! }))
}

/** Scales and moves a glyph's path; its y axis points up. */
function pathOf(path: string, scale: number, x: number, y: number): string {
  const round = (number: number) => Math.round(number * 100) / 100
  return path.replaceAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, across: string, up: string) => {
    return `${round(x + Number(across) * scale)} ${round(y - Number(up) * scale)}`
  })
}
