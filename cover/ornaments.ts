import type { Box, Ink, Shape } from './drawing.ts'
import type { OrnamentName } from './variant.ts'

/** Space for an ornament, which is drawn as large as it allows, or not at all. */
export interface OrnamentRoom {
  box: Box
  align: 'start' | 'middle'
  ink: Ink
}

/** Fleuron: a bud between leaves, within 48 by 32 around the origin. */
const FLEURON =
  'M0-16C6-10 6-3 0 3C-6-3-6-10 0-16ZM2.5 4C5-4 12-9 20-8C18-1 11 5 2.5 4ZM-2.5 4C-5-4-12-9-20-8C-18-1-11 5-2.5 4Z' +
  'M2 7C9 8.5 17 7 21 1.5C22 .5 24 1 23.5 3C21 10 10 12 2 9ZM-2 7C-9 8.5-17 7-21 1.5C-22 .5-24 1-23.5 3C-21 10-10 12-2 9Z' +
  'M0 8.5L2.6 12.2L0 16L-2.6 12.2Z'
const FLEURON_SIZE = { width: 48, height: 32 }
/** Swelled rule: thick in the middle and thin at the ends, within 100 by 5. */
const SWELLED_RULE = 'M-50 0Q0-3.6 50 0Q0 3.6-50 0Z'
const RULE_SIZE = { width: 100, height: 5 }
const DOT_PITCH = 13
const MOST_DOT_ROWS = 5
const FRAME_GAP = 4

/** Shapes of an ornament; none where the space is too small for it to look meant. */
export function drawOrnament(name: Exclude<OrnamentName, 'frame'>, room: OrnamentRoom): Shape[] {
  switch (name) {
    case 'rule':
      return stamped(SWELLED_RULE, RULE_SIZE, room, { smallest: 0.3, largest: 1 })
    case 'fleuron':
      return stamped(FLEURON, FLEURON_SIZE, room, { smallest: 0.6, largest: 1.5 })
    case 'dots':
      return dotGrid(room)
  }
}

type Size = Pick<Box, 'width' | 'height'>

/** Centre of a shape in the space: in the middle of its height, aligned as the space says. */
function centreOf({ box, align }: OrnamentRoom, { width }: Size) {
  return { x: align === 'start' ? box.x + width / 2 : box.x + box.width / 2, y: box.y + box.height / 2 }
}

function stamped(
  d: string,
  size: Size,
  room: OrnamentRoom,
  { smallest, largest }: { smallest: number; largest: number },
): Shape[] {
  const scale = Math.min(largest, room.box.width / size.width, room.box.height / size.height)
  if (scale < smallest) return []
  const { x, y } = centreOf(room, { width: size.width * scale, height: 0 })
  return [{ d, ink: room.ink, at: { x: round(x), y: round(y), scale: round(scale) } }]
}

function dotGrid(room: OrnamentRoom): Shape[] {
  const columns = Math.floor(room.box.width / DOT_PITCH)
  const rows = Math.min(MOST_DOT_ROWS, Math.floor(room.box.height / DOT_PITCH))
  if (rows < 1 || columns < 3) return []
  const { x, y } = centreOf(room, { width: (columns - 1) * DOT_PITCH, height: 0 })
  const left = x - ((columns - 1) * DOT_PITCH) / 2
  const top = y - ((rows - 1) * DOT_PITCH) / 2
  // A line of no length with round ends is a dot.
  const row = `h0${`m${DOT_PITCH} 0h0`.repeat(columns - 1)}`
  const d = Array.from({ length: rows }, (_, at) => `M${round(left)} ${round(top + at * DOT_PITCH)}${row}`).join('')
  return [{ d, ink: room.ink, stroke: 3.4 }]
}

/** A frame: a thick line around a thin one. */
export function drawFrame(area: Box): Shape[] {
  return [
    { d: outlineOf(area), ink: 'foil', stroke: 2.2 },
    { d: outlineOf(inset(area, FRAME_GAP)), ink: 'foil', stroke: 1 },
  ]
}

export const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

export function outlineOf({ x, y, width, height }: Box): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
}

export const round = (number: number): number => Math.round(number * 10) / 10
