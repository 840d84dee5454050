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

const stars = (ink: string, seed: string, many: number) => {
  const roll = dice(seed)
  return repeated(many, () => circle(roll() * 380 - 190, roll() * 210 - 195, 1.5 + roll() * 2.5, ink))
}

const moonOverSea = ({ foil, soft, faint }: Inks): string =>
  [
    stars(soft, 'sea', 16),
    circle(30, -70, 82, foil),
    repeated(5, (row) => box(30 - (60 - row * 9), 34 + row * 34, (60 - row * 9) * 2, 9, foil, 4)),
    repeated(6, (row) => stroke(wave(-190, 52 + row * 28, 380, 16, 5), row % 2 ? faint : soft, 5)),
  ].join('')

const mountains = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    circle(85, -105, 48, foil),
    shape('M-200 150 L-90 -30 L-50 20 L40 -120 L200 150Z', faint),
    shape('M40 -120 L82 -49 L58 -62 L42 -38 L22 -60 L2 -53Z', foil),
    shape('M-200 160 L-120 40 L-70 100 L0 10 L110 160Z', soft),
    shape('M0 10 L32 54 L12 46 L0 64 L-18 46 L-36 56Z', cloth),
    box(-200, 150, 400, 12, foil),
    repeated(9, (tree) => placed(-180 + tree * 45, 150, 0.6 + (tree % 3) * 0.2, 0, pine(foil))),
  ].join('')

const pine = (ink: string) =>
  shape('M0 -70 L18 -38 L9 -38 L25 -8 L-25 -8 L-9 -38 L-18 -38Z', ink) + box(-3, -8, 6, 10, ink)

const lighthouse = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    stars(faint, 'light', 12),
    shape('M20 -112 L200 -170 L200 -60Z', faint),
    shape('M-20 -112 L-200 -150 L-200 -80Z', faint),
    shape('M-26 -84 L26 -84 L48 130 L-48 130Z', foil),
    shape('M-31 -35 L31 -35 L36 15 L-36 15Z M-41 65 L41 65 L46 110 L-46 110Z', cloth),
    box(-36, -92, 72, 12, foil, 2),
    box(-20, -134, 40, 42, soft, 2),
    circle(0, -113, 12, foil),
    shape('M-28 -134 Q0 -176 28 -134Z', foil),
    shape('M-130 150 Q-70 104 0 122 T140 150Z', soft),
    repeated(3, (row) => stroke(wave(-190, 158 + row * 18, 380, 12, 6), foil, 4)),
  ].join('')

const house = ({ foil, soft, faint, cloth, deep }: Inks): string =>
  [
    circle(-110, -110, 40, soft),
    circle(-94, -120, 36, cloth),
    stars(soft, 'house', 10),
    shape('M-200 150 Q-80 80 20 120 T200 110 L200 190 L-200 190Z', faint),
    box(52, -96, 26, 70, soft),
    stroke('M65 -106 q-16 -16 0 -32 t0 -32', soft, 6),
    shape('M-110 -10 L0 -100 L110 -10Z', foil),
    box(-88, -10, 176, 140, soft),
    ...[-60, 22].map((x) => box(x, 14, 38, 44, foil, 2) + stroke(`M${x + 19} 14 v44 M${x} 36 h38`, soft, 4)),
    shape('M-18 130 V84 A18 18 0 0 1 18 84 V130Z', deep),
    circle(10, 102, 3, foil),
    repeated(7, (post) => box(-196 + post * 16, 112, 5, 34, foil) + box(92 + post * 16, 112, 5, 34, foil)),
  ].join('')

const appleTree = ({ foil, soft, faint }: Inks): string => {
  const roll = dice('orchard')
  return [
    shape('M-14 160 Q-6 60 -10 10 L10 10 Q6 60 16 160Z', foil),
    stroke('M0 70 Q-40 40 -62 4 M2 50 Q36 26 56 -10', foil, 9),
    circle(0, -60, 112, faint),
    circle(-80, -20, 66, faint),
    circle(82, -22, 66, faint),
    repeated(40, () => {
      const [angle, far] = [roll() * Math.PI * 2, Math.sqrt(roll())]
      return placed(
        Math.cos(angle) * far * 128,
        -48 + Math.sin(angle) * far * 98,
        0.8,
        roll() * 360,
        leaf(34, 11, soft),
      )
    }),
    ...[
      [-70, -90],
      [10, -130],
      [66, -80],
      [-20, -40],
      [100, -10],
      [-104, -8],
      [36, 4],
    ].map(([x = 0, y = 0]) => circle(x, y, 14, foil) + stroke(`M${x} ${y - 12} q2 -9 7 -11`, foil, 3)),
    oval(0, 164, 130, 9, soft),
  ].join('')
}

const balloon = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    ...[
      [-140, -120, 0.8],
      [130, -40, 1],
      [-130, 60, 0.7],
    ].map(([x = 0, y = 0, size = 1]) => placed(x, y, size, 0, cloud(faint))),
    shape('M0 -178 C112 -178 128 -66 84 -4 L34 68 L-34 68 L-84 -4 C-128 -66 -112 -178 0 -178Z', soft),
    shape('M0 -178 C46 -150 54 -50 30 20 L14 68 L-14 68 L-30 20 C-54 -50 -46 -150 0 -178Z', foil),
    shape('M0 -178 C16 -140 18 -40 10 20 L5 68 L-5 68 L-10 20 C-18 -40 -16 -140 0 -178Z', cloth),
    stroke('M-34 68 L-22 112 M34 68 L22 112 M0 68 V112', foil, 3),
    shape('M-28 112 H28 L22 152 Q0 160 -22 152Z', foil),
    stroke('M-26 124 H26 M-24 138 H24', cloth, 3),
  ].join('')

const cloud = (ink: string) =>
  circle(-30, 0, 22, ink) + circle(0, -12, 30, ink) + circle(34, 0, 20, ink) + box(-50, 0, 104, 20, ink, 10)

const sailingBoat = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    circle(-70, -60, 88, faint),
    shape('M6 -160 C96 -90 100 10 96 62 L6 62Z', foil),
    shape('M-8 -130 C-30 -60 -78 10 -96 62 L-8 62Z', soft),
    box(-5, -172, 9, 250, foil),
    shape('M4 -172 L52 -160 L4 -148Z', soft),
    shape('M-130 78 H140 C120 118 96 132 60 132 H-70 C-100 132 -120 110 -130 78Z', foil),
    stroke('M-112 96 H124', cloth, 4),
    repeated(4, (row) => stroke(wave(-190 + (row % 2) * 20, 142 + row * 15, 360, 12, 6), row % 2 ? faint : soft, 5)),
  ].join('')

const key = ({ foil, soft, faint }: Inks): string =>
  [
    ring(0, -96, 84, faint, 3),
    repeated(24, (ray) => placed(0, -96, 1, ray * 15, box(-1.5, -120, 3, ray % 2 ? 14 : 24, faint))),
    ring(0, -130, 30, foil, 14),
    ring(-36, -86, 28, foil, 14),
    ring(36, -86, 28, foil, 14),
    circle(0, -98, 15, foil),
    box(-9, -60, 18, 218, foil, 3),
    box(-18, -46, 36, 12, foil, 4),
    box(-15, -24, 30, 8, soft, 3),
    box(9, 96, 42, 16, foil),
    box(9, 126, 54, 16, foil),
    box(35, 96, 16, 26, foil),
    circle(0, 160, 9, foil),
  ].join('')

const lantern = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    circle(0, 20, 172, faint),
    circle(0, 20, 126, soft),
    stroke('M-40 -104 C-40 -176 40 -176 40 -104', foil, 8),
    shape('M-62 -78 Q0 -132 62 -78Z', foil),
    box(-70, -80, 140, 14, foil, 4),
    shape('M-58 -66 H58 L66 112 H-66Z', cloth),
    shape('M0 -40 C44 20 40 74 0 88 C-40 74 -44 20 0 -40Z', foil),
    shape('M0 14 C20 42 18 70 0 78 C-18 70 -20 42 0 14Z', soft),
    stroke('M-30 -66 L-34 112 M30 -66 L34 112', foil, 4),
    box(-76, 112, 152, 16, foil, 4),
    box(-58, 128, 116, 20, foil, 6),
  ].join('')

const nightTrain = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    stars(soft, 'train', 20),
    star(-120, -130, 22, 5, foil),
    shape('M-200 60 Q-110 -30 -20 40 T200 20 V120 H-200Z', faint),
    ...[-196, -62, 72].map(
      (x, car) =>
        box(x, 46, 124, 62, car === 2 ? foil : soft, 10) +
        repeated(3, (pane) => box(x + 14 + pane * 36, 58, 24, 22, car === 2 ? cloth : foil, 3)) +
        circle(x + 30, 114, 11, foil) +
        circle(x + 94, 114, 11, foil),
    ),
    box(150, 18, 18, 30, foil),
    ...[
      [166, -6, 14],
      [150, -34, 20],
      [120, -66, 27],
    ].map(([x = 0, y = 0, radius = 0]) => circle(x, y, radius, soft)),
    box(-200, 128, 400, 6, foil),
    repeated(14, (sleeper) => box(-196 + sleeper * 29, 138, 16, 8, soft)),
  ].join('')

const umbrella = ({ foil, soft, faint, cloth }: Inks): string =>
  [
    repeated(34, (drop) =>
      placed(-180 + ((drop * 83) % 360), -190 + ((drop * 131) % 370), 1, 16, box(-2, 0, 4, 24, faint, 2)),
    ),
    circle(0, -30, 168, cloth),
    shape(
      'M-150 -10 A150 150 0 0 1 150 -10 Q125 -38 100 -10 Q75 -38 50 -10 Q25 -38 0 -10 Q-25 -38 -50 -10 Q-75 -38 -100 -10 Q-125 -38 -150 -10Z',
      foil,
    ),
    mirrored(stroke('M0 -158 C40 -120 50 -60 50 -14', soft, 4)),
    stroke('M0 -176 V-150', foil, 8),
    stroke('M0 -10 V124 A24 24 0 0 0 48 124', foil, 9),
    oval(0, 176, 120, 8, soft),
  ].join('')

export const landMotifs = {
  moonOverSea,
  mountains,
  lighthouse,
  house,
  appleTree,
  balloon,
  sailingBoat,
  key,
  lantern,
  nightTrain,
  umbrella,
}
