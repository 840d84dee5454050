import type { Book } from '#contract/books/books.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { palette } from '#contract/palette.ts'
import { SHARE_PICTURE } from '#contract/sharing.ts'
import { categoryTitle, formatMoney } from '#contract/wording.ts'
import { cloths } from '#cover/cloths.ts'
import { coverSvg } from '#cover/cover-svg.ts'
import { drawCover } from '#cover/draw-cover.ts'
import { fitText, type FittedText } from '#cover/fit-text.ts'
import { directionOf, type Direction } from '#cover/direction.ts'
import { drawable, drawWords } from './letters.ts'
import type { Typeface } from './typeface.ts'

export interface Typefaces {
  fraunces: Typeface
  instrument: Typeface
}

interface Brand {
  name: string
  tagline: string
}

/** Box of the cover on the card, drawn or a photo. */
export const COVER_BOX = { x: 64, y: 57, width: 344, height: 516 } as const
const TEXT = { x: 472, right: 1136, width: 664 } as const
const TITLE = { top: 150, most: 76, least: 40, lines: 4, leading: 1.08, height: 250 }
/** Scripts with marks high above and far below their letters. */
const TALL = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const TALL_TITLE = { ...TITLE, top: 168, most: 64, leading: 1.5 }
/** A title in letters that no font has is left out: better nothing than other words in its place. */
const NO_TITLE: FittedText = { lines: [], size: TITLE.least, isCut: false }
const AUTHOR = { most: 32, least: 26, lines: 1, leading: 1.2, height: 40 }

/** The picture of a book's link, as a library card. Without its cover, if that is a photo. */
export function bookCard(book: Book, brand: Brand, faces: Typefaces): string {
  const title = drawable(book.title, faces.fraunces)
  const author = drawable(book.author, faces.fraunces)
  const { top, leading, ...room } = title !== null && TALL.test(title) ? TALL_TITLE : TITLE
  const name = title === null ? NO_TITLE : fitText(title, { ...room, leading, width: TEXT.width })
  const writer = author === null ? null : fitText(author, { ...AUTHOR, width: TEXT.width })
  const baseline = (line: number) => top + name.size * (0.8 + line * leading)
  const under = baseline(name.lines.length - 1) + (leading - TITLE.leading) * name.size
  const ofTitle = title === null ? 'ltr' : directionOf(title)
  return page(
    [
      `<path fill="${palette.edge.light}" d="M${COVER_BOX.x + COVER_BOX.width} ${COVER_BOX.y + 4}h4v${COVER_BOX.height}h-${COVER_BOX.width}v-4h${COVER_BOX.width - 4}z"/>`,
      book.images.length === 0 ? placed(drawnCover(book, faces)) : '',
      `<path fill="${palette.ink.light}" d="M${TEXT.x} ${COVER_BOX.y}h${TEXT.width}v6h-${TEXT.width}z"/>`,
      words(facts(book), TEXT.x, 110, 24, palette['ink-2'].light, faces.instrument),
      ...name.lines.map((line, at) =>
        textLine({ text: line, y: baseline(at), size: name.size, direction: ofTitle }, palette.ink.light, faces),
      ),
      writer
        ? textLine({ text: writer.lines[0]!, y: under + 56, size: writer.size }, palette['ink-2'].light, faces)
        : '',
      foot(book, brand, faces),
    ].join(''),
  )
}

/** A line of title or author, from the side where its reader begins. */
function textLine(
  line: { text: string; y: number; size: number; direction?: Direction },
  colour: string,
  { fraunces }: Typefaces,
): string {
  const { direction = directionOf(line.text) } = line
  const side = direction === 'rtl' ? ({ x: TEXT.right, anchor: 'end' } as const) : { x: TEXT.x }
  return drawWords({ ...line, ...side, direction, colour, most: TEXT.width }, fraunces)
}

function words(text: string, x: number, y: number, size: number, colour: string, typeface: Typeface) {
  return drawWords({ text, x, y, size, colour }, typeface)
}

const facts = ({ category, condition }: Book) =>
  [category && categoryTitle(category), condition && `${condition} condition`].filter(Boolean).join('  ·  ')

/** The date-due slip: what it costs, whether it is still there, and whose shop this is. */
function foot(book: Book, brand: Brand, { fraunces, instrument }: Typefaces): string {
  const price = formatMoney(book.resalePrice)
  const shown = drawable(price, instrument) ?? `${priceText(book.resalePrice)} ${book.resalePrice.currency}`
  const state = { unsold: '', claimed: 'Reserved', sold: 'Sold' }[book.state]
  const brandWords = {
    text: brand.name,
    x: TEXT.right,
    y: 560,
    size: 44,
    colour: palette.ink.light,
    anchor: 'end',
  } as const
  return (
    `<path stroke="${palette.edge.light}" stroke-width="2" stroke-dasharray="7 6" d="M${TEXT.x} 486h${TEXT.width}"/>` +
    drawWords({ text: shown, x: TEXT.x, y: 560, size: 56, colour: palette.stamp.light }, instrument) +
    drawWords(brandWords, fraunces) +
    (state && stamp(state.toUpperCase(), instrument))
  )
}

/** A rubber stamp, a little askew. */
function stamp(text: string, typeface: Typeface): string {
  const { width } = typeface.outline(text, 40)
  return (
    `<g transform="translate(${TEXT.right - width - 40} 440) rotate(-4)">` +
    `<path fill="${palette.card.light}" stroke="${palette.stamp.light}" stroke-width="4" d="M-18-46h${width + 36}v64h-${width + 36}z"/>` +
    `${drawWords({ text, x: 0, y: 0, size: 40, colour: palette.stamp.light }, typeface)}</g>`
  )
}

/** A drawn cover as SVG, its letters as paths. */
export function drawnCover(book: Pick<Book, 'id' | 'title' | 'author'>, faces: Typefaces): string {
  return coverSvg(drawCover(book), ({ text, x, y, size, anchor, direction, kind, box }, colour) => {
    const isTurned = direction === 'rtl' && anchor !== 'middle'
    const seen = isTurned ? ({ start: 'end', end: 'start' } as const)[anchor] : anchor
    const face = kind === 'mark' ? faces.instrument : faces.fraunces
    return drawWords({ text, x, y, size, anchor: seen, colour, direction, most: box.width }, face)
  })
}

function placed(svg: string): string {
  const { x, y, width, height } = COVER_BOX
  return svg.replace('width="200" height="300"', `x="${x}" y="${y}" width="${width}" height="${height}"`)
}

/** The shop itself: its name above a shelf. */
export function siteCard(brand: Brand, { fraunces, instrument }: Typefaces): string {
  const name = fitText(brand.name, { width: 1040, height: 300, most: 132, least: 56, lines: 2, leading: 1.05 })
  const tagline = fitText(brand.tagline, { width: 1000, height: 100, most: 36, least: 26, lines: 2, leading: 1.3 })
  const top = 96
  const under = top + name.size * (0.8 + (name.lines.length - 1) * 1.05) + 62
  return page(
    [
      `<path fill="${palette.ink.light}" d="M80 57h1040v6H80z"/>`,
      ...name.lines.map((line, at) =>
        words(line, 80, top + name.size * (0.8 + at * 1.05), name.size, palette.ink.light, fraunces),
      ),
      ...tagline.lines.map((line, at) =>
        words(line, 80, under + at * tagline.size * 1.3, tagline.size, palette['ink-2'].light, instrument),
      ),
      shelf(),
    ].join(''),
  )
}

const SHELF_Y = 580
/** Widths and heights of the volumes, so that they look gathered and not made. */
const volumes = [
  [64, 168],
  [46, 190],
  [78, 150],
  [54, 178],
  [40, 160],
  [88, 186],
  [58, 144],
  [70, 172],
  [44, 192],
  [82, 164],
  [52, 182],
  [66, 154],
] as const

function shelf(): string {
  let x = 80
  const standing = volumes.map(([width, height], at) => {
    const { cloth, foil } = cloths[at]!
    const top = SHELF_Y - height
    const spine =
      `<path fill="${cloth}" d="M${x} ${top}h${width}v${height}h-${width}z"/>` +
      `<path stroke="${foil}" stroke-width="2.5" d="M${x} ${top + 18}h${width}M${x} ${top + 25}h${width}M${x} ${SHELF_Y - 26}h${width}"/>`
    x += width + 3
    return spine
  })
  return `${standing.join('')}<path fill="${palette.board.light}" d="M80 ${SHELF_Y}h1040v9H80z"/>`
}

function page(content: string): string {
  const { width, height } = SHARE_PICTURE
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill="${palette.paper.light}" d="M0 0h${width}v${height}H0z"/>` +
    `<path fill="${palette.card.light}" stroke="${palette.rule.light}" stroke-width="2" d="M25 25h1150v580H25z"/>${content}</svg>`
  )
}
