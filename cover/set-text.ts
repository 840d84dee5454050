import type { Box, Ink, TextKind, TextLine } from './drawing.ts'
import { fitText, type FittedText } from './fit-text.ts'
import { directionOf, type Direction } from './direction.ts'
import { round } from './ornaments.ts'

/** Baseline below the top of a line's box, in type sizes. */
const BASELINE = 0.8
const AUTHOR = { most: 13.5, least: 10.5, lines: 2, leading: 1.2 }
const SUBTITLE = { share: 0.5, most: 14, least: 10.5, lines: 2, leading: 1.2 }
const TITLE_LINES = 5
/** Share of the title's space, and of its lines, when a subtitle follows. */
const MAIN_TITLE = { share: 0.74, lines: 3 }
const MOST_NAMED = 3

export interface TextStyle {
  align: 'start' | 'middle'
  ink: Ink
  /** Direction of the whole cover, which decides where a line starts. */
  page: Direction
}

export interface SetText {
  lines: TextLine[]
  height: number
}

/** Sets a title in its box from the top down, with a smaller subtitle where both have room. */
export function setTitle(
  title: string,
  box: Box,
  style: TextStyle,
  size: { most: number; least: number; leading?: number },
): SetText {
  const { leading = 1.1 } = size
  const space = { ...size, leading, width: box.width }
  const parts = partsOf(title)
  const main =
    parts && fitText(parts.main, { ...space, height: box.height * MAIN_TITLE.share, lines: MAIN_TITLE.lines })
  if (parts && main && !main.isCut) {
    const mainHeight = heightOf(main, leading)
    const gap = main.size * 0.3
    const sub = fitText(parts.sub, {
      ...SUBTITLE,
      most: Math.max(SUBTITLE.least, Math.min(SUBTITLE.most, main.size * SUBTITLE.share)),
      width: box.width,
      height: box.height - mainHeight - gap,
    })
    if (!sub.isCut && sub.size < main.size * 0.85) {
      const lower = { ...box, y: box.y + mainHeight + gap, height: box.height - mainHeight - gap }
      return {
        lines: [
          ...place(main, box, style, 'title', leading),
          ...place(sub, lower, style, 'subtitle', SUBTITLE.leading),
        ],
        height: mainHeight + gap + heightOf(sub, SUBTITLE.leading),
      }
    }
  }
  const whole = fitText(title, { ...space, height: box.height, lines: TITLE_LINES })
  return { lines: place(whole, box, style, 'title', leading), height: heightOf(whole, leading) }
}

const SUBTITLE_FOLLOWS = /^(?<main>.{2,}?)(?::\s+|\s+[–—-]\s+|\s+(?=\())(?<sub>.{2,})$/u

function partsOf(title: string): { main: string; sub: string } | null {
  const { main, sub } = SUBTITLE_FOLLOWS.exec(title)?.groups ?? {}
  return main !== undefined && sub !== undefined ? { main, sub } : null
}

/** Sets the author in at most two lines; of many the first, "and others". */
export function setAuthor(author: string, box: Box, style: TextStyle): SetText {
  const fit = (text: string) => fitText(text, { ...AUTHOR, width: box.width, height: box.height })
  const names = author.split(/\s*[,;،、]\s*/u).filter((name) => name !== '')
  let named = Math.min(names.length, MOST_NAMED)
  let fitted = fit(named < names.length ? andOthers(names, named) : author)
  while (fitted.isCut && named > 1) {
    named -= 1
    fitted = fit(andOthers(names, named))
  }
  return {
    lines: place(fitted, box, style, 'author', AUTHOR.leading),
    height: heightOf(fitted, AUTHOR.leading),
  }
}

const andOthers = (names: string[], named: number) => `${names.slice(0, named).join(', ')} and others`

/** Height of a block of lines. */
export function heightOf({ lines, size }: FittedText, leading: number): number {
  return size * ((lines.length - 1) * leading + 1)
}

/** Places lines of text from the top of a box down. */
export function place(
  { lines, size }: FittedText,
  box: Box,
  { align, ink, page }: TextStyle,
  kind: TextKind,
  leading: number,
): TextLine[] {
  return lines.map((text, at) => {
    const direction = directionOf(text)
    return {
      text,
      kind,
      ink,
      x: round(align === 'start' ? box.x : box.x + box.width / 2),
      y: round(box.y + size * (BASELINE + at * leading)),
      size,
      anchor: align === 'middle' ? 'middle' : direction === page ? 'start' : 'end',
      direction,
      box,
    }
  })
}

/** Moves lines down. */
export const lowered = (lines: TextLine[], by: number): TextLine[] =>
  lines.map((line) => ({ ...line, y: round(line.y + by), box: { ...line.box, y: line.box.y + by } }))
