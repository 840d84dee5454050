/** Why a row of a list is no copy for sale, though nothing is wrong with it; and what such rows are called, after a number. */
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
