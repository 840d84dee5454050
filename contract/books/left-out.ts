/** Reasons why an import leaves a valid row out: it is no copy for sale. The words follow a number: '3 sold'. */
export const leftOutWords = {
  sold: 'sold',
  reserved: 'reserved',
  paused: 'paused',
  taken_down: 'taken down',
  none_left: 'of which none is left',
  not_owned: 'only wished for',
  digital: 'ebooks or audiobooks',
} as const

export type LeftOut = keyof typeof leftOutWords

/** 'no price' → 'No price'. */
export const sentenceOf = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)
