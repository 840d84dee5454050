import { box, circle, dice, leaf, mirrored, oval, placed, repeated, ring, shape, stroke, type Inks } from './brush.ts'

// Each picture stands in a square from −200 to 200.

const steam = (ink: string, x: number, y: number) => stroke(`M${x} ${y} q-18 -20 0 -40 t0 -40`, ink, 7)

const spoons = ({ foil, soft, faint }: Inks): string =>
  [
    ring(0, 0, 178, faint, 3),
    repeated(28, (spot) => placed(0, 0, 1, (spot * 360) / 28, circle(0, -164, 4, faint))),
    placed(
      0,
      0,
      1,
      38,
      oval(0, -96, 40, 56, foil),
      oval(-8, -100, 22, 38, soft),
      shape('M-9 -44 L9 -44 L14 150 Q0 164 -14 150Z', foil),
    ),
    placed(
      0,
      0,
      1,
      -38,
      repeated(4, (prong) => box(-36 + prong * 20, -158, 11, 78, foil, 5)),
      shape('M-36 -92 H35 Q36 -48 10 -38 L14 150 Q0 164 -14 150 L-10 -38 Q-36 -48 -36 -92Z', foil),
    ),
  ].join('')

const pot = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    ...[-60, 0, 60].map((x) => steam(soft, x, -70)),
    circle(0, -46, 15, foil),
    shape('M-112 -18 Q0 -62 112 -18Z', foil),
    box(-126, -18, 252, 18, soft, 9),
    shape('M-116 4 H116 V96 Q116 140 72 140 H-72 Q-116 140 -116 96Z', foil),
    mirrored(stroke('M118 34 h32 v34 h-32', foil, 14)),
    repeated(5, (spot) => placed(-72 + spot * 36, 72, 1, 0, leaf(44, 14, cloth))),
    box(-150, 150, 300, 9, soft, 4),
    repeated(7, (flame) => placed(-90 + flame * 30, 192, 0.8, 0, leaf(34, 14, flame % 2 ? foil : faint))),
  ].join('')

const teacup = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    circle(0, -10, 170, faint),
    ...[-30, 24].map((x) => steam(foil, x, -62)),
    shape('M-104 -44 H104 C104 50 66 96 0 96 C-66 96 -104 50 -104 -44Z', foil),
    oval(0, -44, 104, 20, soft),
    oval(0, -42, 90, 13, cloth),
    stroke('M104 -22 C162 -34 160 48 84 44', foil, 14),
    ...[-50, 0, 50].map((x) =>
      placed(x, 44, 1, 0, circle(0, -14, 9, cloth), mirrored(placed(0, 0, 1, 38, leaf(26, 8, cloth)))),
    ),
    oval(0, 116, 138, 20, foil),
    oval(0, 111, 92, 9, cloth),
  ].join('')

const pears = ({ foil, soft, faint, cloth }: Inks): string => {
  const pear = (skin: string, cut: boolean) =>
    shape(
      'M0 -120 C34 -120 38 -78 50 -34 C64 16 96 36 96 86 C96 132 56 158 0 158 C-56 158 -96 132 -96 86 C-96 36 -64 16 -50 -34 C-38 -78 -34 -120 0 -120Z',
      skin,
    ) +
    stroke('M0 -118 Q2 -144 14 -162', skin, 8) +
    (cut
      ? shape(
          'M0 -96 C20 -94 26 -62 36 -26 C50 20 74 44 74 84 C74 118 46 138 0 138 C-46 138 -74 118 -74 84 C-74 44 -50 20 -36 -26 C-26 -62 -20 -94 0 -96Z',
          cloth,
        ) + mirrored(placed(9, 98, 1, 14, leaf(38, 11, skin)))
      : placed(12, -150, 1, 62, leaf(72, 22, skin)))
  return (
    circle(0, 0, 180, faint) + placed(-62, 12, 0.86, -9, pear(soft, false)) + placed(66, 22, 0.86, 9, pear(foil, true))
  )
}

const fish = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    oval(0, 0, 190, 112, faint),
    oval(0, 0, 172, 96, cloth),
    shape('M-136 0 C-86 -74 40 -84 96 -8 L150 -58 Q138 0 150 58 L96 8 C40 84 -86 74 -136 0Z', foil),
    shape('M-40 -58 Q10 -100 50 -50Z M-20 56 Q10 90 40 50Z', soft),
    circle(-98, -10, 9, cloth),
    stroke('M-66 -36 Q-46 0 -66 36', cloth, 5),
    ...[-32, 0, 32].flatMap((x) => [-20, 4, 28].map((y) => stroke(`M${x} ${y - 14} q15 10 0 22`, cloth, 4))),
    ...[
      [-150, -90],
      [150, -90],
      [-150, 90],
      [150, 90],
    ].map(([x = 0, y = 0]) =>
      placed(x, y, 1, x * y > 0 ? 45 : -45, leaf(44, 14, soft), placed(0, 0, 1, 180, leaf(44, 14, soft))),
    ),
  ].join('')

const bread = ({ foil, soft, faint, cloth }: Inks): string => {
  const ear =
    repeated(6, (grain) => mirrored(placed(3, -grain * 26, 1, 28, leaf(40, 11, soft)))) +
    placed(0, -152, 1, 0, leaf(44, 11, soft)) +
    box(-3, -10, 6, 90, soft)
  return [
    circle(0, 20, 164, faint),
    placed(-116, 40, 0.9, -24, ear),
    placed(116, 40, 0.9, 24, ear),
    shape('M-116 92 C-138 20 -100 -54 0 -54 C100 -54 138 20 116 92 Q110 120 80 120 H-80 Q-110 120 -116 92Z', foil),
    ...[-58, 0, 58].map((x) => stroke(`M${x - 18} 66 Q${x - 6} 10 ${x + 22} -16`, cloth, 11)),
    box(-150, 120, 300, 16, soft, 8),
  ].join('')
}

const lemons = ({ foil, soft, faint, cloth }: Inks): string => {
  const slice =
    circle(0, 0, 84, foil) +
    circle(0, 0, 72, cloth) +
    repeated(8, (part) => placed(0, 0, 1, part * 45, shape('M0 -8 L24 -56 Q0 -70 -24 -56Z', foil)))
  const whole = shape(
    'M-108 0 C-96 -16 -88 -66 -10 -70 C52 -72 88 -36 106 -12 Q126 -2 106 14 C88 40 50 72 -10 68 C-84 64 -96 18 -108 0Z',
    soft,
  )
  return [
    circle(0, 0, 182, faint),
    placed(-30, -70, 1, -18, whole),
    placed(70, -118, 1, 60, leaf(96, 28, foil)),
    placed(40, -130, 1, -6, leaf(60, 18, foil)),
    placed(34, 66, 1.05, 12, slice),
    ...[
      [-120, 70],
      [-100, 104],
      [-132, 112],
    ].map(([x = 0, y = 0]) => placed(x, y, 1, 30, leaf(20, 8, foil))),
  ].join('')
}

const mushrooms = ({ foil, soft, faint, cloth }: Inks): string => {
  const roll = dice('wood')
  const mushroom = (cap: string) =>
    shape('M-24 0 Q-16 60 -30 130 Q0 144 30 130 Q16 60 24 0Z', soft) +
    shape('M-112 8 C-104 -112 104 -112 112 8 Q0 34 -112 8Z', cap) +
    [
      [-56, -26, 13],
      [0, -54, 17],
      [52, -20, 12],
      [6, -12, 9],
    ]
      .map(([x = 0, y = 0, radius = 0]) => circle(x, y, radius, cloth))
      .join('')
  return [
    circle(0, -10, 174, faint),
    placed(76, 62, 0.62, 8, mushroom(foil)),
    placed(-92, 82, 0.48, -10, mushroom(foil)),
    placed(-12, 2, 1, -2, mushroom(foil)),
    repeated(30, (blade) =>
      placed(-176 + blade * 12, 156, 1, roll() * 50 - 25, leaf(26 + roll() * 30, 5, blade % 3 ? soft : foil)),
    ),
    box(-180, 152, 360, 6, foil, 3),
  ].join('')
}

const chillies = ({ foil, soft, faint }: Inks): string => {
  const chilli = (skin: string) =>
    shape('M-24 -80 C-32 -10 -30 70 20 140 C26 60 34 -10 24 -80Z', skin) +
    shape('M-30 -76 Q0 -104 30 -76 Q0 -62 -30 -76Z', foil) +
    stroke('M0 -90 Q0 -114 16 -126', foil, 8)
  return [
    repeated(40, (spot) => placed(0, 0, 1, spot * 9, box(-2, -186, 4, spot % 2 ? 18 : 32, faint, 2))),
    ...[-62, -31, 0, 31, 62].map((turn, index) =>
      placed(turn * 1.15, 24 + Math.abs(turn) * -0.5, 0.9, -turn, chilli(index % 2 ? foil : soft)),
    ),
    circle(0, -66, 13, foil),
    mirrored(placed(6, -66, 1, 62, leaf(54, 20, foil)), stroke('M4 -62 Q20 -30 34 -34', foil, 6)),
  ].join('')
}

export const kitchenMotifs = { spoons, pot, teacup, pears, fish, bread, lemons, mushrooms, chillies }
