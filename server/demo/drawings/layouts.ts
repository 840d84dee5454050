import {
  box,
  circle,
  frame,
  leaf,
  mirrored,
  placed,
  repeated,
  ring,
  shape,
  star,
  stroke,
  wave,
  type Inks,
} from './brush.ts'
import { motifs, type Motif } from './motifs.ts'

/** The board that a layout fills: its hinge takes the first 46 units on the left. */
const WIDTH = 548
const HEIGHT = 868
const LEFT = 62
const CENTRE = (LEFT + WIDTH - 16) / 2
const INNER = WIDTH - 16 - LEFT

type Layout = (motif: Motif, inks: Inks, roll: () => number) => string

/** How covers are laid out: what is stamped on the cloth, around the motif. */
export const layouts: readonly Layout[] = [doubleFrame, archedWindow, medallion, thirds, labelOnPattern, horizon]

const at = (y: number, scale: number, motif: Motif, inks: Inks) => placed(CENTRE, y, scale, 0, motifs[motif](inks))

/** Stands where a title would: rules and a fleuron. */
const titleMark = (y: number, reach: number, ink: string) =>
  placed(
    CENTRE,
    y,
    1,
    0,
    mirrored(box(26, -1.5, reach, 3, ink), circle(reach + 34, 0, 4, ink), placed(4, 0, 1, 90, leaf(20, 6, ink))),
    star(0, 0, 8, 4, ink, 0.4),
  )

function doubleFrame(motif: Motif, inks: Inks): string {
  const corner =
    placed(0, 0, 1, 45, leaf(46, 14, inks.foil)) +
    placed(0, 0, 1, 8, leaf(34, 8, inks.soft)) +
    placed(0, 0, 1, 82, leaf(34, 8, inks.soft))
  const corners = [
    [LEFT + 26, HEIGHT - 42, 0],
    [LEFT + 26, 42, 90],
    [WIDTH - 42, 42, 180],
    [WIDTH - 42, HEIGHT - 42, 270],
  ]
  return [
    frame(LEFT, 16, INNER, HEIGHT - 32, inks.foil, 6, 3),
    frame(LEFT + 14, 30, INNER - 28, HEIGHT - 60, inks.foil, 1.5),
    ...corners.map(([x = 0, y = 0, turn = 0]) => placed(x, y, 1, turn, corner)),
    titleMark(150, 90, inks.foil),
    at(430, 0.98, motif, inks),
    titleMark(HEIGHT - 150, 60, inks.soft),
  ].join('')
}

function archedWindow(motif: Motif, inks: Inks): string {
  const [left, right] = [LEFT + 26, WIDTH - 42]
  const arch = (inset: number) => {
    const radius = (right - left) / 2 - inset
    return `M${left + inset} ${640 - inset} V${110 + radius + inset} A${radius} ${radius} 0 0 1 ${right - inset} ${110 + radius + inset} V${640 - inset}Z`
  }
  return [
    shape(arch(0), inks.deep),
    stroke(arch(0), inks.foil, 7),
    stroke(arch(14), inks.soft, 2),
    at(420, 0.94, motif, inks),
    mirroredFans(inks),
    titleMark(716, 100, inks.foil),
    repeated(5, (row) =>
      box(CENTRE - 70 + row * 14, 752 + row * 12, 140 - row * 28, 3, row % 2 ? inks.soft : inks.foil),
    ),
  ].join('')
}

const mirroredFans = (inks: Inks) =>
  [
    [LEFT + 4, 22, 135],
    [WIDTH - 20, 22, 225],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      placed(
        x,
        y,
        1,
        turn,
        repeated(5, (ray) => placed(0, 0, 1, ray * 18 - 36, leaf(92 - Math.abs(ray - 2) * 12, 8, inks.foil))),
      ),
    )
    .join('')

function medallion(motif: Motif, inks: Inks): string {
  const y = 400
  return [
    frame(LEFT, 16, INNER, HEIGHT - 32, inks.soft, 2),
    repeated(48, (petal) =>
      placed(
        CENTRE,
        y,
        1,
        petal * 7.5,
        `<g transform="translate(0 -206)">${leaf(petal % 2 ? 22 : 34, 7, petal % 2 ? inks.soft : inks.foil)}</g>`,
      ),
    ),
    circle(CENTRE, y, 200, inks.deep),
    ring(CENTRE, y, 200, inks.foil, 6),
    ring(CENTRE, y, 188, inks.soft, 1.5),
    at(y, 0.82, motif, inks),
    ...[110, 700].map((line) => titleMark(line, 110, inks.foil)),
    ...[740, 764, 788].map((line, row) => box(CENTRE - 60 + row * 16, line, 120 - row * 32, 4, inks.soft)),
  ].join('')
}

function thirds(motif: Motif, inks: Inks, roll: () => number): string {
  const [top, bottom] = [214, HEIGHT - 190]
  const scales = roll() < 0.5
  const pattern = (from: number, rows: number) =>
    repeated(rows, (row) =>
      repeated(13, (column) => {
        const [x, y] = [column * 46 + (row % 2) * 23 - 10, from + row * 31]
        return scales
          ? ring(x, y, 22, inks.deep, 4) + circle(x, y, 7, inks.soft)
          : stroke(wave(x - 22, y, 46, 14, 1), (column + row) % 2 ? inks.deep : inks.soft, 4)
      }),
    )
  return [
    box(0, 0, WIDTH, top, inks.faint),
    pattern(20, 7),
    box(0, bottom, WIDTH, HEIGHT - bottom, inks.faint),
    pattern(bottom + 18, 6),
    box(0, top - 12, WIDTH, bottom - top + 24, inks.cloth),
    ...[top - 12, bottom + 6].map((y) => box(0, y, WIDTH, 6, inks.foil)),
    ...[top, bottom - 2].map((y) => box(0, y, WIDTH, 2, inks.soft)),
    at((top + bottom) / 2, 1.02, motif, inks),
  ].join('')
}

function labelOnPattern(motif: Motif, inks: Inks): string {
  const sprig =
    placed(0, 0, 1, 30, leaf(26, 8, inks.faint)) +
    placed(0, 0, 1, -30, leaf(26, 8, inks.faint)) +
    circle(0, 6, 4, inks.soft)
  const label = { cloth: inks.foil, foil: inks.cloth, deep: inks.soft, soft: inks.soft, faint: mixed(inks) }
  return [
    repeated(15, (row) =>
      repeated(8, (column) => placed(LEFT + 6 + column * 68 + (row % 2) * 34, 40 + row * 60, 1, 0, sprig)),
    ),
    box(LEFT + 34, 170, INNER - 68, 470, inks.foil, 4),
    frame(LEFT + 46, 182, INNER - 92, 446, inks.cloth, 2.5),
    frame(LEFT + 53, 189, INNER - 106, 432, inks.cloth, 1),
    placed(CENTRE, 372, 0.84, 0, motifs[motif](label)),
    titleMark(582, 76, inks.cloth),
  ].join('')
}

/** The foil with a breath of cloth, for what lies in the background of a light label. */
const mixed = ({ foil, soft }: Inks) => (foil === soft ? foil : `${foil}dd`)

function horizon(motif: Motif, inks: Inks, roll: () => number): string {
  return [
    repeated(70, () => {
      const [x, y, size] = [LEFT + roll() * INNER, 24 + roll() * 420, roll()]
      return size > 0.86 ? star(x, y, 9, 4, inks.foil, 0.28) : circle(x, y, 1.2 + size * 2.2, inks.soft)
    }),
    stroke(`M${LEFT + 30} 120 Q${CENTRE} 40 ${WIDTH - 46} 120`, inks.faint, 3),
    titleMark(150, 84, inks.foil),
    at(590, 1.12, motif, inks),
    box(LEFT - 8, HEIGHT - 56, INNER + 16, 4, inks.foil),
    box(LEFT - 8, HEIGHT - 46, INNER + 16, 1.5, inks.soft),
    repeated(22, (dot) => circle(LEFT + 10 + dot * 21.3, HEIGHT - 28, 3, inks.soft)),
  ].join('')
}
