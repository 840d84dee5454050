import type { Box, Ink, Shape, TextLine } from './drawing.ts'
import { graphemesOf } from './fit-text.ts'
import type { Direction } from './direction.ts'
import { widthOf } from './measure.ts'
import { inset, outlineOf, round, type OrnamentRoom } from './ornaments.ts'
import { lowered, place, setAuthor, setTitle, type TextStyle } from './set-text.ts'
import type { LayoutName } from './variant.ts'

export interface Words {
  title: string
  author: string
  /** Side where the book opens. */
  page: Direction
}

/** A layout's lines and shapes, with the room it leaves for an ornament. */
export interface Composition {
  shapes: Shape[]
  lines: TextLine[]
  room: OrnamentRoom
  /** Box inside a frame, which lies below everything else. */
  frame: Box
  /** Place and style of the words "no photo". */
  mark: { box: Box; ink: Ink; align: 'start' | 'middle' }
}

/** Printable part of the board, clear of fold and edges; only bands may leave it. */
const BOARD: Box = { x: 30, y: 30, width: 152, height: 238 }
const FOOT = BOARD.y + BOARD.height
const AUTHOR_HEIGHT = 30
const LEAST = 12.5
const MARK: Box = { ...BOARD, y: 275, height: 12 }
const FRAME: Box = { x: 16, y: 8, width: 176, height: 284 }

const box = (y: number, bottom: number, { x, width }: Pick<Box, 'x' | 'width'> = BOARD): Box => ({
  x,
  y,
  width,
  height: bottom - y,
})
const filled = (area: Box, ink: Ink = 'foil'): Shape => ({ d: outlineOf(area), ink })
const outlined = (area: Box, ink: Ink = 'foil', stroke = 1): Shape => ({ d: outlineOf(area), ink, stroke })
const bottomOf = ({ y, height }: Box) => y + height

/** A paper label on the upper half of the board. */
function label({ title, author, page }: Words): Composition {
  const area: Box = { x: 32, y: 44, width: 144, height: 0 }
  const inner = { x: area.x + 13, width: area.width - 26 }
  const style: TextStyle = { align: 'middle', ink: 'cloth', page }
  const top = area.y + 22
  const name = setTitle(title, box(top, top + 106, inner), style, { most: 25, least: LEAST })
  const divider = top + name.height + 10
  const writer = setAuthor(author, box(divider + 9, divider + 9 + AUTHOR_HEIGHT, inner), style)
  const pasted = { ...area, height: Math.max(104, divider + 9 + writer.height + 20 - area.y) }
  // Centres the words on a label that is higher than they are.
  const drop = (bottomOf(pasted) - (divider + 9 + writer.height + 20)) / 2
  return {
    shapes: [
      filled(pasted),
      outlined(inset(pasted, 5), 'cloth', 1.2),
      { d: `M${area.x + area.width / 2 - 12} ${round(divider + drop)}h24`, ink: 'cloth', stroke: 1.2 },
    ],
    lines: [...lowered(name.lines, drop), ...lowered(writer.lines, drop)],
    room: { box: box(bottomOf(pasted) + 18, FOOT - 8, { x: 40, width: 128 }), align: 'middle', ink: 'foil' },
    frame: FRAME,
    mark: { box: MARK, ink: 'foil', align: 'middle' },
  }
}

/** A broad band below the head, with the title in the colour of the cloth. */
function band({ title, author, page }: Words): Composition {
  const style: TextStyle = { align: 'start', ink: 'cloth', page }
  const top = 52
  const name = setTitle(title, box(top, top + 116), style, { most: 34, least: LEAST })
  const area: Box = { x: 0, y: 34, width: 200, height: Math.max(84, name.height + 36) }
  const drop = (area.height - name.height - 36) / 2
  const below = bottomOf(area) + 22
  const writer = setAuthor(author, box(below, below + AUTHOR_HEIGHT), { ...style, ink: 'foil' })
  return {
    shapes: [filled(area), { d: `M0 ${area.y - 5}h200M0 ${round(bottomOf(area) + 5)}h200`, ink: 'foil', stroke: 1.4 }],
    lines: [...lowered(name.lines, drop), ...writer.lines],
    room: { box: box(below + writer.height + 16, FOOT - 6), align: 'start', ink: 'foil' },
    frame: FRAME,
    mark: { box: MARK, ink: 'foil', align: 'start' },
  }
}

/** The title's initial, as large as the board allows. */
function initial({ title, author, page }: Words): Composition {
  const style: TextStyle = { align: 'middle', ink: 'foil', page }
  const [first = ''] = graphemesOf(/[\p{L}\p{N}\p{Extended_Pictographic}].*/u.exec(title)?.[0] ?? title)
  const letter = first.toLocaleUpperCase('en').length === first.length ? first.toLocaleUpperCase('en') : first
  // A capital's accents need room above it.
  const hasMarks = letter.normalize('NFD').length > letter.length
  const size = round(Math.min(hasMarks ? 112 : 142, BOARD.width / widthOf(letter)))
  const panel = box(hasMarks ? 42 : 24, 142)
  // Capitals are 0.7 of the type size high.
  const top = panel.y + panel.height / 2 - size * (0.8 - 0.35)
  const name = setTitle(title, box(154, 214), style, { most: 23, least: LEAST })
  const nameDrop = Math.max(0, Math.min(8, (60 - name.height) / 2))
  const writerTop = 154 + name.height + nameDrop + 9
  const writer = setAuthor(author, box(writerTop, writerTop + AUTHOR_HEIGHT), style)
  return {
    shapes: [],
    lines: [
      ...place({ lines: [letter], size, isCut: false }, { ...panel, y: top, height: size }, style, 'initial', 1),
      ...lowered(name.lines, nameDrop),
      ...writer.lines,
    ],
    room: { box: box(writerTop + writer.height + 8, FOOT - 6, { x: 60, width: 90 }), align: 'middle', ink: 'foil' },
    frame: FRAME,
    mark: { box: MARK, ink: 'foil', align: 'middle' },
  }
}

/** A stripe along the spine, the words beside it. */
function spine({ title, author, page }: Words): Composition {
  const beside = { x: 58, width: 124 }
  const style: TextStyle = { align: 'start', ink: 'foil', page }
  const top = 40
  const name = setTitle(title, box(top, top + 142, beside), style, { most: 31, least: LEAST })
  const below = top + name.height + 13
  const writer = setAuthor(author, box(below, below + AUTHOR_HEIGHT, beside), style)
  return {
    shapes: [filled({ x: 22, y: 0, width: 14, height: 300 }), { d: 'M41 0v300', ink: 'foil', stroke: 1.4 }],
    lines: [...name.lines, ...writer.lines],
    room: { box: box(below + writer.height + 18, FOOT - 4, beside), align: 'start', ink: 'foil' },
    frame: { ...FRAME, x: 47, width: FRAME.width - 31 },
    mark: { box: { ...MARK, ...beside }, ink: 'foil', align: 'start' },
  }
}

/** Three bands, with the words on and below the middle one. */
function thirds({ title, author, page }: Words): Composition {
  const upper: Box = { x: 0, y: 0, width: 200, height: 78 }
  const lower: Box = { x: 0, y: 212, width: 200, height: 88 }
  const style: TextStyle = { align: 'middle', ink: 'foil', page }
  const middle = box(bottomOf(upper) + 16, lower.y - 14)
  const name = setTitle(title, middle, style, { most: 31, least: LEAST })
  const foot = box(lower.y + 18, lower.y + 18 + AUTHOR_HEIGHT)
  const writer = setAuthor(author, foot, { ...style, ink: 'cloth' })
  return {
    shapes: [filled(upper), filled(lower)],
    lines: [
      ...lowered(name.lines, (middle.height - name.height) / 2),
      ...lowered(writer.lines, (foot.height - writer.height) / 2),
    ],
    room: { box: inset({ ...upper, x: 12, width: 188 }, 14), align: 'middle', ink: 'cloth' },
    frame: { ...FRAME, y: bottomOf(upper) + 7, height: lower.y - bottomOf(upper) - 14 },
    mark: { box: MARK, ink: 'cloth', align: 'middle' },
  }
}

/** Type only: the longest word is as wide as the board and sets the size of the others. */
function stack({ title, author, page }: Words): Composition {
  const style: TextStyle = { align: 'start', ink: 'foil', page }
  const name = setTitle(title, box(BOARD.y, 204), style, { most: 62, least: LEAST, leading: 0.98 })
  const below = BOARD.y + name.height + 16
  const writer = setAuthor(author, box(below, below + AUTHOR_HEIGHT), style)
  return {
    shapes: [],
    lines: [...name.lines, ...writer.lines],
    room: { box: box(below + writer.height + 16, FOOT - 6), align: 'start', ink: 'foil' },
    frame: FRAME,
    mark: { box: MARK, ink: 'foil', align: 'start' },
  }
}

export const layouts: Record<LayoutName, (words: Words) => Composition> = { label, band, initial, spine, thirds, stack }
