import { readFileSync } from 'node:fs'

/**
 * How a shop uses less memory. `heap`: on large machines V8 gives young objects more than we need, and never returns it;
 * with the first flag the shop takes 100 MB less, and answers as fast. V8 also lets the old space grow to several times
 * what is in use between two collections; with the second flag it grows by half, and a shop that renders without a pause
 * takes 364 MB instead of 597, for 3 % more processor time (docs/measurements/rendering.md). `memory`: for glibc, which otherwise never returns what
 * re-encoding pictures took; a shop that had just drawn its demo took 440 MB, and with these 240. Other systems ignore
 * them. In a file of data, because releases read it as well.
 */
export const FRUGAL = JSON.parse(readFileSync(new URL('frugal.json', import.meta.url), 'utf8'))
