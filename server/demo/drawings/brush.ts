import { createHash } from 'node:crypto'

/** Five inks of one cover, as #rrggbb: the cloth, the foil stamped on it, and what lies between them. */
export interface Inks {
  cloth: string
  /** The cloth in shadow. */
  deep: string
  /** A quarter of foil in the cloth. */
  faint: string
  /** Half foil, half cloth. */
  soft: string
  foil: string
}

/** Cloth and foil of the bindings; every pair reads well (contrast 5.8 and more). */
const bindings = {
  oxblood: ['#6E1F24', '#F3D9A4'],
  bottle: ['#1F4037', '#EFDFA8'],
  prussian: ['#1E3A56', '#F0E2BE'],
  mustard: ['#C8922B', '#231708'],
  orange: ['#E2703A', '#1F120A'],
  plum: ['#4A2A4E', '#F1D7C4'],
  slate: ['#3D4A50', '#F2E9D2'],
  bone: ['#E9DFC7', '#2A2118'],
  moss: ['#5B6236', '#FBF3D6'],
  terracotta: ['#A1462B', '#FFF1DD'],
  teal: ['#1D5A60', '#F4E6C5'],
  blush: ['#E3B5A4', '#2B1512'],
} as const
export type Binding = keyof typeof bindings
export const bindingNames = Object.keys(bindings) as Binding[]

export function inksOf(binding: Binding): Inks {
  const [cloth, foil] = bindings[binding]
  return {
    cloth,
    deep: mix(cloth, '#0b0806', 0.32),
    faint: mix(cloth, foil, 0.22),
    soft: mix(cloth, foil, 0.55),
    foil,
  }
}

/** `share` of the second colour in the first. */
export function mix(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => parseInt(colour.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Numbers from 0 to 1 that look random and are always the same for the same text. */
export function dice(text: string): () => number {
  let round = 0
  return () => {
    round += 1
    return createHash('sha256').update(`${text} ${round}`).digest().readUInt32BE(0) / 2 ** 32
  }
}

const n = (value: number) => String(Math.round(value * 10) / 10)

export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`

export const ring = (x: number, y: number, radius: number, stroke: string, width: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`

export const frame = (
  x: number,
  y: number,
  width: number,
  height: number,
  stroke: string,
  thickness: number,
  radius = 0,
): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(thickness)}"/>`

/** A filled shape. */
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** A stroke with round ends. */
export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Parts moved, then scaled, then turned (degrees). */
export const placed = (x: number, y: number, scale: number, turn: number, ...parts: string[]): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${scale}) rotate(${n(turn)})">${parts.join('')}</g>`

/** Both halves of something that is the same on its other side of x = 0. */
export const mirrored = (...parts: string[]): string =>
  `${parts.join('')}<g transform="scale(-1 1)">${parts.join('')}</g>`

/** What `draw` makes of 0, 1, … times − 1. */
export const repeated = (times: number, draw: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => draw(index)).join('')

/** A wavy path from left to right; `d` of an open line. */
export function wave(x: number, y: number, length: number, swing: number, waves: number): string {
  const half = length / waves / 2
  return `M${n(x)} ${n(y)} q${n(half / 2)} ${n(-swing)} ${n(half)} 0 ${repeated(waves * 2 - 1, () => `t${n(half)} 0 `)}`
}

/** A star of `points` rays. */
export function star(x: number, y: number, outer: number, points: number, fill: string, waist = 0.42): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 ? outer * waist : outer
    const angle = (Math.PI * index) / points - Math.PI / 2
    return `${n(x + Math.cos(angle) * radius)} ${n(y + Math.sin(angle) * radius)}`
  })
  return shape(`M${corners.join('L')}Z`, fill)
}

/** A pointed leaf that grows upwards from (0, 0). */
export const leaf = (length: number, width: number, fill: string): string =>
  shape(
    `M0 0 C${n(width)} ${n(-length * 0.3)} ${n(width)} ${n(-length * 0.75)} 0 ${n(-length)} C${n(-width)} ${n(-length * 0.75)} ${n(-width)} ${n(-length * 0.3)} 0 0Z`,
    fill,
  )
