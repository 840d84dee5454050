import { expect, test } from 'vitest'
import { squareOf } from './square.ts'

test('a square picture is taken whole, wherever the slider stands', () => {
  for (const position of [0, 50, 100])
    expect(squareOf({ width: 300, height: 300 }, position)).toEqual({ x: 0, y: 0, side: 300 })
})

test('of a tall or a wide one, the slider moves the square from one end to the other', () => {
  expect(squareOf({ width: 300, height: 500 }, 0)).toEqual({ x: 0, y: 0, side: 300 })
  expect(squareOf({ width: 300, height: 500 }, 50)).toEqual({ x: 0, y: 100, side: 300 })
  expect(squareOf({ width: 301, height: 500 }, 100)).toEqual({ x: 0, y: 199, side: 301 })
  expect(squareOf({ width: 700, height: 500 }, 100)).toEqual({ x: 200, y: 0, side: 500 })
})
