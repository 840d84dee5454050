import {
  box,
  circle,
  dice,
  leaf,
  mirrored,
  oval,
  placed,
  repeated,
  ring,
  shape,
  star,
  stroke,
  wave,
  type Inks,
} from './brush.ts'

// Each picture stands in a square from −200 to 200.

const fox = ({ foil, soft, faint, cloth, deep }: Inks): string =>
  [
    circle(40, -70, 100, faint),
    shape('M60 150 C140 150 176 90 150 20 C146 70 120 96 84 100Z', foil),
    shape('M150 20 C146 46 138 64 124 78 Q158 84 160 58 Q158 34 150 20Z', cloth),
    shape('M-64 150 C-84 60 -50 10 10 10 C74 10 102 70 94 150Z', foil),
    shape('M-34 150 C-40 100 -26 60 -4 48 C20 62 34 104 30 150Z', cloth),
    placed(
      -14,
      -40,
      1,
      0,
      mirrored(shape('M14 -46 L84 -112 Q92 -52 78 -20Z', foil), shape('M36 -50 L74 -88 Q76 -56 70 -36Z', deep)),
      shape('M-84 -26 Q0 -84 84 -26 Q66 34 0 84 Q-66 34 -84 -26Z', foil),
      mirrored(shape('M84 -26 Q70 -4 34 6 Q10 30 0 84 Q66 34 84 -26Z', cloth)),
      mirrored(oval(34, -12, 8, 10, deep)),
      oval(0, 76, 13, 10, deep),
    ),
    repeated(9, (blade) => placed(-170 + blade * 42, 160, 1, (blade % 3) * 16 - 16, leaf(40, 8, soft))),
    box(-180, 152, 360, 6, foil, 3),
  ].join('')

const owl = ({ foil, soft, faint, cloth, deep }: Inks): string =>
  [
    circle(0, -20, 172, faint),
    mirrored(shape('M30 -128 L92 -164 L88 -96Z', foil)),
    shape(
      'M0 -140 C92 -140 116 -60 108 20 C102 96 60 132 0 132 C-60 132 -102 96 -108 20 C-116 -60 -92 -140 0 -140Z',
      foil,
    ),
    shape('M0 -10 C50 -10 70 40 60 80 C50 112 24 120 0 120 C-24 120 -50 112 -60 80 C-70 40 -50 -10 0 -10Z', cloth),
    ...[20, 50, 80].flatMap((y, row) =>
      Array.from({ length: row === 1 ? 4 : 3 }, (_, place) =>
        stroke(`M${(place - (row === 1 ? 1.5 : 1)) * 28 - 10} ${y} q10 16 20 0`, foil, 5),
      ),
    ),
    mirrored(
      circle(42, -62, 42, cloth),
      circle(42, -62, 30, soft),
      circle(38, -60, 15, deep),
      circle(33, -66, 5, foil),
    ),
    shape('M-13 -42 H13 L0 -10Z', deep),
    mirrored(shape('M106 -20 C134 40 112 110 70 126 C96 80 98 30 106 -20Z', soft)),
    box(-180, 134, 360, 12, soft, 6),
    mirrored(...[20, 36, 52].map((x) => stroke(`M${x} 128 v18`, foil, 9))),
    placed(-140, 136, 1, -30, leaf(56, 16, foil)),
    placed(150, 144, 1, 150, leaf(52, 16, foil)),
  ].join('')

const whale = ({ foil, soft, faint, cloth, deep }: Inks): string =>
  [
    repeated(5, (row) => stroke(wave(-190, -150 + row * 22, 380, 12, 4 + (row % 2)), faint, 4)),
    stroke('M-64 -78 q-6 -36 -34 -46 M-60 -78 q4 -40 36 -44', foil, 7),
    shape(
      'M-172 30 C-172 -50 -100 -78 -36 -66 C50 -52 84 4 132 -10 C118 -40 138 -66 168 -74 Q166 -46 154 -30 Q176 -30 192 -14 C176 2 160 8 148 4 C128 72 40 112 -50 104 C-130 98 -172 70 -172 30Z',
      foil,
    ),
    shape('M-170 40 C-110 56 -40 52 30 84 C-6 102 -44 106 -74 102 C-130 94 -164 72 -170 40Z', soft),
    repeated(5, (line) => stroke(`M${-140 + line * 30} ${56 + line * 3} q26 10 ${50 - line * 4} 26`, cloth, 3)),
    circle(-106, 8, 7, deep),
    shape('M-30 62 Q-10 126 40 134 Q34 92 14 66Z', foil),
    ...[
      [-140, 150],
      [90, 140],
      [140, 96],
      [30, 176],
    ].map(([x = 0, y = 0], index) => ring(x, y, 6 + index * 2, soft, 3)),
  ].join('')

const birds = ({ foil, soft, faint, cloth }: Inks): string => {
  const bird = (body: string, wing: string) =>
    shape('M-70 0 C-60 -44 -10 -56 24 -30 L56 -36 L36 -12 C34 34 -10 56 -44 42 L-104 66 L-76 26Z', body) +
    shape('M-52 2 C-30 -18 6 -14 14 6 C-6 26 -32 26 -52 2Z', wing) +
    circle(18, -20, 5, cloth)
  return [
    stroke('M-190 70 C-100 40 -20 100 190 52', foil, 9),
    ...[-160, -104, -40, 30, 96, 150].map((x, index) =>
      placed(x, 66, 1, index % 2 ? 150 : -22, leaf(66, 20, index % 2 ? faint : soft)),
    ),
    placed(-56, 12, 1.1, 0, bird(foil, cloth)),
    `<g transform="translate(84 2) scale(-0.9 0.9)">${bird(soft, foil)}</g>`,
    ...[
      [-110, -110],
      [10, -140],
      [120, -100],
    ].map(
      ([x = 0, y = 0]) =>
        repeated(6, (petal) => placed(x, y, 1, petal * 60, leaf(34, 12, soft))) + circle(x, y, 9, foil),
    ),
    ...[-150, 60, 170].map((x) => circle(x, 130, 8, foil) + circle(x + 20, 144, 6, soft)),
  ].join('')
}

const snail = ({ foil, soft, faint }: Inks): string =>
  [
    circle(0, -10, 176, faint),
    shape(
      'M-176 132 C-120 128 -100 110 -84 60 C-78 30 -90 -6 -112 -30 L-96 -44 C-66 -20 -40 20 -38 70 L90 90 C130 96 160 116 178 132Z',
      foil,
    ),
    stroke('M-106 -38 L-132 -84 M-96 -42 L-90 -92', foil, 7),
    circle(-133, -86, 9, foil),
    circle(-90, -95, 9, foil),
    circle(44, 4, 102, soft),
    stroke(
      'M44 4 m0 0 a14 14 0 0 1 28 0 a34 34 0 0 1 -68 0 a54 54 0 0 1 108 0 a74 74 0 0 1 -148 0 a90 90 0 0 1 90 -92',
      foil,
      9,
    ),
    box(-184, 132, 368, 8, foil, 4),
    ...[-150, -60, 120, 160].map((x, index) => placed(x, 132, 1, index * 12 - 20, leaf(34, 9, soft))),
  ].join('')

const cat = ({ foil, soft, faint, cloth, deep }: Inks): string =>
  [
    box(-150, -180, 300, 300, faint, 150),
    circle(70, -100, 34, soft),
    stroke('M70 120 C150 128 156 60 116 36', foil, 24),
    shape('M-82 132 C-104 40 -60 -16 0 -16 C60 -16 104 40 82 132Z', foil),
    placed(
      0,
      -60,
      1,
      0,
      mirrored(shape('M10 -50 L72 -96 Q80 -50 66 -10Z', foil), shape('M34 -56 L64 -78 Q66 -54 60 -36Z', soft)),
      oval(0, -6, 80, 64, foil),
    ),
    mirrored(
      oval(30, -70, 16, 14, cloth),
      oval(30, -70, 5, 13, deep),
      stroke('M40 -40 l58 -10 M40 -34 l56 6', soft, 3),
    ),
    shape('M-9 -48 H9 L0 -36Z', soft),
    stroke('M0 -36 q-10 14 -20 4 M0 -36 q10 14 20 4', soft, 4),
    stroke('M-22 60 V128 M22 60 V128', cloth, 5),
    box(-170, 128, 340, 18, soft, 4),
    box(-150, 146, 300, 14, foil, 4),
  ].join('')

const moth = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    ring(0, 0, 184, faint, 4),
    repeated(36, (spot) => placed(0, 0, 1, spot * 10, box(-1.5, -176, 3, 12, faint))),
    mirrored(
      shape('M8 -30 C60 -130 150 -120 168 -86 C164 -20 110 24 10 22Z', foil),
      shape('M10 18 C70 20 122 60 104 112 C66 136 20 92 8 44Z', soft),
      circle(108, -62, 26, cloth),
      circle(108, -62, 15, soft),
      circle(70, 76, 15, cloth),
      circle(70, 76, 7, foil),
      stroke('M22 -26 Q70 -50 96 -96 M22 -8 Q80 -14 130 -20', cloth, 4),
      stroke('M5 -62 C16 -104 40 -124 62 -128', foil, 5),
    ),
    oval(0, 4, 17, 66, foil),
    circle(0, -64, 16, foil),
    repeated(4, (band) => stroke(`M-12 ${4 + band * 15} h24`, cloth, 4)),
    star(0, 152, 14, 4, foil, 0.3),
  ].join('')

const hare = ({ foil, soft, faint, cloth, deep }: Inks): string => {
  const roll = dice('meadow')
  return [
    circle(0, -50, 130, faint),
    placed(
      10,
      -70,
      1,
      12,
      shape('M0 0 C-34 -40 -30 -110 0 -132 C24 -100 22 -40 14 0Z', foil),
      shape('M0 -14 C-16 -44 -14 -88 0 -106 C10 -84 10 -44 6 -14Z', soft),
    ),
    placed(
      -26,
      -66,
      1,
      -12,
      shape('M0 0 C-30 -40 -28 -110 0 -132 C24 -100 24 -40 18 0Z', foil),
      shape('M2 -14 C-14 -44 -12 -88 2 -106 C12 -84 12 -44 8 -14Z', soft),
    ),
    shape(
      'M-46 -70 C-90 -60 -96 -6 -58 6 C-70 60 -60 110 -40 150 L96 150 C130 90 96 -10 30 -20 C30 -56 -6 -84 -46 -70Z',
      foil,
    ),
    circle(-44, -34, 8, deep),
    shape('M-92 -26 q14 -4 16 8 q-12 4 -16 -8Z', deep),
    shape('M96 150 C60 150 40 118 62 88', soft),
    circle(104, 132, 22, cloth),
    circle(104, 132, 18, soft),
    stroke('M-20 70 Q-34 110 -30 146', cloth, 6),
    repeated(26, (blade) =>
      placed(-180 + blade * 14.5, 172, 1, roll() * 44 - 22, leaf(34 + roll() * 46, 6, blade % 2 ? soft : foil)),
    ),
  ].join('')
}

export const creatureMotifs = { fox, owl, whale, birds, snail, cat, moth, hare }
