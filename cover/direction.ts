const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export type Direction = 'ltr' | 'rtl'

/** Direction of a text, by its first letter. */
export function directionOf(text: string): Direction {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}
