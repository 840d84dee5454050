import type { Direction } from './direction.ts'

/** A cover is 200 units wide and 300 high. */
export const COVER_WIDTH = 200
export const COVER_HEIGHT = 300

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `foil` on `cloth` or the other way round; `shade` is the fold beside the spine. */
export type Ink = 'foil' | 'cloth' | 'shade'

/** A filled path, or with `stroke` a line of that width. */
export interface Shape {
  d: string
  ink: Ink
  stroke?: number
  /** Place and size, for a shape drawn around the origin. */
  at?: { x: number; y: number; scale: number }
}

export type TextKind = 'initial' | 'title' | 'subtitle' | 'author' | 'mark'

/** A line of text with its baseline at `y`. */
export interface TextLine {
  text: string
  kind: TextKind
  ink: Ink
  x: number
  y: number
  size: number
  /** Anchor of `x`, as in SVG: the start of a right-to-left text is its right end. */
  anchor: 'start' | 'middle' | 'end'
  direction: Direction
  /** Box that contains the line. */
  box: Box
}

/** Everything a cover shows: shapes, and text above them. */
export interface Drawing {
  /** Number of the binding, from 0. */
  cloth: number
  /** Whether the shapes are mirrored, for a spine on the right. */
  isMirrored: boolean
  shapes: Shape[]
  lines: TextLine[]
}
