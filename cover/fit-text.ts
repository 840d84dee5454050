import { widthOf } from './measure.ts'

/** Space for a text: sizes and lengths in the drawing's units, `leading` as a multiple of the type size. */
export interface Space {
  width: number
  height: number
  /** Largest and smallest type size. */
  most: number
  least: number
  lines: number
  leading: number
}

export interface FittedText {
  lines: string[]
  size: number
  /** Whether the text was cut, which the ellipsis shows. */
  isCut: boolean
}

const STEP = 0.94
const ELLIPSIS = '…'
/** Widths tried for lines of about equal length. */
const BALANCE_STEPS = 12

/**
 * Sets a text as large as the space allows, in balanced lines. Breaks a word only where it alone is wider than a line
 * at the smallest size, and then between graphemes; cuts the rest with an ellipsis.
 */
export function fitText(text: string, space: Space): FittedText {
  const pieces = piecesOf(text)
  const widest = Math.max(...pieces.map(({ width }) => width))
  for (let size = space.most; size > space.least; size *= STEP) {
    if (widest * size > space.width) continue
    const lines = balanced(pieces, space.width / size, allowedLines(space, size))
    if (lines) return { lines, size: rounded(size), isCut: false }
  }
  return setSmallest(pieces, space)
}

function setSmallest(pieces: Piece[], space: Space): FittedText {
  const { least: size } = space
  const width = space.width / size
  const broken = pieces.flatMap((piece) => (piece.width > width ? breakPiece(piece, width) : [piece]))
  const allowed = allowedLines(space, size)
  const lines = balanced(broken, width, allowed)
  if (lines) return { lines, size, isCut: false }
  const cut = wrap(broken, width).slice(0, Math.max(1, allowed))
  cut.push(withEllipsis(cut.pop() ?? '', width))
  return { lines: cut, size, isCut: true }
}

const rounded = (size: number) => Math.floor(size * 10) / 10
const allowedLines = ({ lines, height, leading }: Space, size: number) =>
  Math.min(lines, Math.floor((height / size - 1) / leading + 1 + 1e-9))

/** Unbreakable piece: a word, or a character of a script without spaces. */
interface Piece {
  text: string
  width: number
  afterSpace: boolean
}

const SPACELESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
/** Break after a hyphen or slash inside a word, and between ideographs but for their punctuation. */
const BREAK = new RegExp(
  String.raw`(?<=[\p{L}\p{N}]{2}[-–—/])(?=\p{L}{2})|(?=${SPACELESS})(?<=${SPACELESS}\p{P}*)`,
  'u',
)

function piecesOf(text: string): Piece[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) =>
      word.split(BREAK).map((part, at) => ({ text: part, width: widthOf(part), afterSpace: at === 0 })),
    )
}

function breakPiece({ text, afterSpace }: Piece, width: number): Piece[] {
  const parts: Piece[] = []
  for (const grapheme of graphemesOf(text)) {
    const own = widthOf(grapheme)
    const last = parts.at(-1)
    // Sums widths: measuring the whole each time would be slow for hundreds of letters outside the table.
    if (last && last.width + own <= width) {
      last.text += grapheme
      last.width += own
    } else parts.push({ text: grapheme, width: own, afterSpace: afterSpace && parts.length === 0 })
  }
  return parts
}

/** Greedy line breaking, no line wider than `width`. */
function wrap(pieces: Piece[], width: number): string[] {
  const lines: { text: string; width: number }[] = []
  for (const { text, width: own, afterSpace } of pieces) {
    const line = lines.at(-1)
    const gap = afterSpace ? SPACE : ''
    const added = own + (afterSpace ? SPACE_WIDTH : 0)
    if (line && line.width + added <= width) {
      line.text += gap + text
      line.width += added
    } else lines.push({ text, width: own })
  }
  return lines.map(({ text }) => text)
}

const SPACE = ' '
const SPACE_WIDTH = widthOf(SPACE)

/** The fewest lines for the text, of about equal length; null where they are more than allowed. */
function balanced(pieces: Piece[], width: number, allowed: number): string[] | null {
  let best = wrap(pieces, width)
  if (best.length > allowed) return null
  for (let step = 1; step <= BALANCE_STEPS; step += 1) {
    const narrower = width * (1 - step / (2 * BALANCE_STEPS))
    if (pieces.some((piece) => piece.width > narrower)) break
    const lines = wrap(pieces, narrower)
    if (lines.length > best.length) break
    best = lines
  }
  return best
}

/** Ends a line in an ellipsis: after a whole word, or inside the only one. */
function withEllipsis(line: string, width: number): string {
  let room = width - widthOf(ELLIPSIS)
  let short = ''
  for (const grapheme of graphemesOf(line)) {
    room -= widthOf(grapheme)
    if (room < 0) break
    short += grapheme
  }
  const isInsideWord = short.length < line.length && line[short.length] !== SPACE
  const ended = isInsideWord && short.includes(SPACE) ? short.slice(0, short.lastIndexOf(SPACE)) : short
  return ended.replace(/[\s\p{P}]+$/u, '') + ELLIPSIS
}

/** Splits a text into graphemes, as a reader sees characters. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

let segmenter: Intl.Segmenter | undefined
