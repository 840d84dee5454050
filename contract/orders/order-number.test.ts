import { expect, test } from 'vitest'
import { readOrderNumber } from './order-number.ts'

test('an order’s number is read however it is written', () => {
  for (const written of ['7K4-M2QX', '7k4-m2qx', '7k4m2qx', ' 7K4 M2QX ', '7K4–M2QX', '7-k-4-m-2-q-x'])
    expect(readOrderNumber(written)).toBe('7K4-M2QX')
})

test('an O is a zero, an I and an L are a one: no number has these letters', () => {
  for (const written of ['0I1-0L1O', 'oll0ilo', '011-0110']) expect(readOrderNumber(written)).toBe('011-0110')
})

test('what can’t be a number isn’t one', () => {
  for (const written of ['', '7K4-M2Q', '7K4-M2QXX', '7K4_M2QX', '7K4-M2QU', 'Ünikat7', '-------', '7K4-M2Q%'])
    expect(readOrderNumber(written)).toBeNull()
})
