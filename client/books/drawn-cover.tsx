import { COVER_MIRROR, COVER_VIEW_BOX, coverLabel, drawCover } from '#cover/draw-cover.ts'
import type { Ink, Shape, TextLine } from '#cover/drawing.ts'
import type { CoverFacts } from '#cover/variant.ts'

/** Generated cover from title and author, marked as such. Server and browser render the same marks. */
export const DrawnCover = ({ book }: { book: CoverFacts }) => (
  <div className="aspect-2/3" dangerouslySetInnerHTML={{ __html: coverMarkup(book) }} />
)

/** The cover as one string: to React its dozen elements were a quarter of a card. */
export function coverMarkup(book: CoverFacts): string {
  const { cloth, isMirrored, shapes, lines } = drawCover(book)
  return (
    `<div class="cover cloth-${cloth} aspect-2/3 w-full overflow-hidden">` +
    `<svg viewBox="${COVER_VIEW_BOX}" role="img" aria-label="${escaped(coverLabel(book.title))}">` +
    `<g${isMirrored ? ` transform="${COVER_MIRROR}"` : ''}>${shapes.map(shapeMarkup).join('')}</g>` +
    `${lines.map(lineMarkup).join('')}</svg></div>`
  )
}

const inkClass: Record<Ink, string> = { foil: '', cloth: 'in-cloth', shade: 'in-shade' }

function shapeMarkup({ d, ink, stroke, at }: Shape): string {
  const transform = at ? ` transform="translate(${at.x} ${at.y}) scale(${at.scale})"` : ''
  return `<path d="${d}"${classMarkup(inkClass[ink])}${stroke ? ` stroke-width="${stroke}"` : ''}${transform}></path>`
}

function lineMarkup({ text, kind, ink, x, y, size, anchor, direction }: TextLine): string {
  const classes = kind === 'mark' ? `${inkClass[ink]} cover-mark`.trim() : inkClass[ink]
  const sides = (anchor === 'start' ? '' : ` text-anchor="${anchor}"`) + (direction === 'rtl' ? ' direction="rtl"' : '')
  return `<text x="${x}" y="${y}" font-size="${size}"${sides}${classMarkup(classes)}>${escaped(text)}</text>`
}

const classMarkup = (classes: string) => (classes ? ` class="${classes}"` : '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]!)
