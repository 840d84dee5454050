import { cloths } from './cloths.ts'
import type { Drawing, Ink, Shape, TextLine } from './drawing.ts'
import { COVER_MIRROR, COVER_VIEW_BOX } from './draw-cover.ts'

/**
 * The cover as a standalone SVG document. `drawLine` draws a line of text in a colour: as a text element, or as paths
 * where no typeface can be relied on.
 */
export function coverSvg(drawing: Drawing, drawLine: (line: TextLine, colour: string) => string): string {
  const { cloth, foil } = cloths[drawing.cloth]!
  const colours: Record<Ink, string> = { cloth, foil, shade: '#000' }
  const shapes = drawing.shapes.map((shape) => shapeElement(shape, colours[shape.ink])).join('')
  const lines = drawing.lines.map((line) => drawLine(line, colours[line.ink])).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${COVER_VIEW_BOX}" width="200" height="300">` +
    `<path fill="${cloth}" d="M0 0h200v300h-200z"/>` +
    `${drawing.isMirrored ? `<g transform="${COVER_MIRROR}">${shapes}</g>` : shapes}${lines}</svg>`
  )
}

function shapeElement({ d, ink, stroke, at }: Shape, colour: string): string {
  const paint = stroke
    ? `fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round"`
    : `fill="${colour}"`
  const opacity = ink === 'shade' ? ' opacity="0.16"' : ''
  const transform = at ? ` transform="translate(${at.x} ${at.y}) scale(${at.scale})"` : ''
  return `<path ${paint}${opacity}${transform} d="${d}"/>`
}
