import { bindingNames, box, circle, dice, frame, inksOf, mix, type Binding, type Inks } from './brush.ts'
import { layouts } from './layouts.ts'
import type { Motif } from './motifs.ts'

/** What is drawn on, in units, and how many pixels a unit becomes: as many as the shop's cards need, and no more. */
const SHEET = { width: 640, height: 960, pixels: 3 / 4 }

/** Where the book lies on it. */
const BOOK = { x: 44, y: 40, width: 548, height: 868 }

/**
 * Draws a book in its cloth as if photographed on a sheet of paper: an SVG without letters, since a bare server has no
 * fonts. Pure: the same title, motif and binding give the same drawing. Without a binding the title decides.
 */
export function drawCover(title: string, motif: Motif, binding?: Binding): string {
  const roll = dice(title)
  const inks = inksOf(binding ?? pick(bindingNames, roll()))
  const layout = pick(layouts, roll())
  const paper = mix(pick(['#f6f1e4', '#f1ead9', '#efe8d8', '#f4eddc', '#f7f2e8'], roll()), inks.cloth, 0.03)
  const turn = (roll() - 0.5) * 2.4
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width * SHEET.pixels}" height="${SHEET.height * SHEET.pixels}" viewBox="0 0 ${SHEET.width} ${SHEET.height}">
<defs>${gradients}${weave(inks, -turn)}${grain}</defs>
${box(0, 0, SHEET.width, SHEET.height, paper)}${box(0, 0, SHEET.width, SHEET.height, 'url(#grain)')}${box(0, 0, SHEET.width, SHEET.height, 'url(#window)')}
<g transform="rotate(${turn.toFixed(2)} 320 480)">${shadow}${pages}${cover(inks, layout(motif, inks, roll))}</g>
</svg>`
}

const pick = <Item>(items: readonly Item[], chance: number): Item => items[Math.floor(chance * items.length)]!

/** Light from the upper left, on the paper and on the board; the hinge beside the spine. */
const gradients = `
<linearGradient id="window" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a120a" stop-opacity=".05"/></linearGradient>
<linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
<linearGradient id="spine"><stop offset="0" stop-color="#000" stop-opacity=".34"/><stop offset=".25" stop-color="#fff" stop-opacity=".16"/><stop offset=".55" stop-color="#000" stop-opacity=".04"/><stop offset=".8" stop-color="#000" stop-opacity=".3"/><stop offset=".9" stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>`

/** Woven cloth, laid out along the pixels whatever the book's turn: any other way it takes twenty times as long. */
const weave = ({ cloth, deep }: Inks, straighten: number) =>
  `<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(${straighten.toFixed(2)} 320 480) scale(${1 / SHEET.pixels})">${box(0, 0, 6, 6, cloth)}<g fill="${deep}" opacity=".16"><rect width="3" height="1.1"/><rect x="3" y="3" width="3" height="1.1"/></g><g fill="#fff" opacity=".05"><rect x="3" y="0" width="1.1" height="3"/><rect x="0" y="3" width="1.1" height="3"/></g></pattern>`

const grain = `<pattern id="grain" width="640" height="34" patternUnits="userSpaceOnUse"><g fill="none" stroke="#2a1c10" stroke-opacity=".025"><path d="M0 6 q160 5 320 0 t320 0" stroke-width="2"/><path d="M0 19 q110 -6 240 0 t400 1"/><path d="M0 28 q210 4 360 -1 t280 1" stroke-width="1.5"/></g></pattern>`

const { x, y, width, height } = BOOK
const shadow =
  Array.from({ length: 9 }, (_, step) =>
    frame(
      x + 12 - step,
      y + 16 - step,
      width + 2 * step,
      height + 2 * step,
      `rgba(20,12,6,${0.05 - step * 0.005})`,
      6,
      8 + step,
    ),
  ).join('') + box(x + 12, y + 16, width, height, 'rgba(20,12,6,.3)', 8)

/** The block of pages looks out on the right and below. */
const pages =
  box(x + 10, y + 6, width + 1, height + 1, '#d8cbb0', 3) +
  [2, 4, 6, 8].map((at) => frame(x + 10, y + 6, width - 8 + at, height - 8 + at, '#a8977a', 0.7, 2)).join('')

function cover(inks: Inks, stamped: string): string {
  return (
    box(x, y, width, height, 'url(#weave)', 5) +
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${stamped}</svg>` +
    box(x, y, 46, height, 'url(#spine)', 4) +
    box(x, y, width, height, 'url(#light)', 5) +
    frame(x + 1, y + 1, width - 2, height - 2, inks.deep, 2, 5) +
    circle(x + width - 3, y + 3, 2.5, 'rgba(255,255,255,.35)')
  )
}
