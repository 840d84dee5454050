import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type Glyph } from 'fontkit'

/** A typeface at fixed axes, such as Fraunces at optical size 48 and weight 600. */
export interface Typeface {
  /** Whether every character of a text has a letter here. */
  covers(text: string): boolean
  /** Outlines text as a path on the baseline, with its width; both in `size` units. */
  outline(text: string, size: number): { d: string; width: number }
}

type Point = { x: number; y: number; onCurve: boolean; endContour: boolean; copy(): Point }
type DecodedGlyph = { points?: Point[]; components?: { dx: number; dy: number }[] }

/** What fontkit (pinned) has inside and does not declare. */
interface OpenFont extends Font {
  stream: { pos: number }
  _decompress(): void
  _transformGlyfTable(): void
  _transformedGlyphs: DecodedGlyph[]
  _variationProcessor: { transformPoints(glyph: number, points: Point[]): void }
  constructor: new (stream: OpenFont['stream'], coordinates: number[]) => OpenFont
}

const installed = createRequire(import.meta.url)

/**
 * Opens font files of a package, in the order in which they are asked for a character, at the given place on their
 * axes (in the files' order of axes).
 */
export function openTypeface(files: readonly string[], coordinates: number[]): Typeface {
  const fonts = files.map((file) => instanceOf(readFileSync(installed.resolve(file)), coordinates))
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
function runs(text: string, fontOf: (character: string) => OpenFont | undefined) {
  const found: { font: OpenFont; text: string }[] = []
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

/**
 * fontkit varies TrueType files but not their WOFF2 form, so the decoded points are moved here by its own processor:
 * each letter's, and for letters made of others the places of the parts.
 */
function instanceOf(bytes: Buffer, coordinates: number[]): OpenFont {
  const plain = create(bytes) as OpenFont
  plain._transformGlyfTable()
  const { stream } = create(bytes) as OpenFont
  stream.pos = 0
  const font = new plain.constructor(stream, coordinates)
  font._decompress()
  for (const [id, glyph] of plain._transformedGlyphs.entries()) {
    const places = glyph.points ?? (glyph.components ?? []).map(({ dx, dy }) => anchor(dx, dy))
    if (places.length === 0) continue
    // The processor expects four more points, for the letter's own measures.
    font._variationProcessor.transformPoints(id, [...places, ...Array.from({ length: 4 }, () => anchor(0, 0))])
    for (const [at, component] of (glyph.components ?? []).entries()) {
      component.dx = places[at]!.x
      component.dy = places[at]!.y
    }
  }
  font._transformedGlyphs = plain._transformedGlyphs
  return font
}

function anchor(x: number, y: number): Point {
  return { x, y, onCurve: true, endContour: true, copy: () => anchor(x, y) }
}
