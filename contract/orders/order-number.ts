/* Numbers of orders that a person can read out: `7K4-M2QX`. */

/** Crockford's base 32: no I, L, O and U. */
const NUMBER = /^[0-9A-HJKMNP-TV-Z]{7}$/

/**
 * The order's number that a text names, however it is written: `7k4m2qx`, with an O for a zero, an I or L for a one. Null
 * where it can't be a number.
 */
export function readOrderNumber(text: string): string | null {
  const digits = text
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return NUMBER.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : null
}
