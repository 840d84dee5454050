import type { LeftOut } from '#contract/books/left-out.ts'
import type { ListRow } from './list-row.ts'

/** Words in lists for copies that aren't for sale; our own lists' words first. */
const STATES: [because: LeftOut, words: RegExp][] = [
  ['sold', /^(sold|verkauft)$/i],
  ['reserved', /^(reserved|claimed|on hold|reserviert)$/i],
  ['paused', /^(paused|inactive|hidden|draft|pausiert|inaktiv|entwurf)$/i],
  ['taken_down', /^(taken down|removed|deleted|gelöscht|entfernt)$/i],
  [
    'none_left',
    /^(no|nein|unavailable|not available|not for sale|out of stock|sold out|ausverkauft|nicht verfügbar)$/i,
  ],
]
const FOR_SALE = /^(unsold|for sale|on sale|active|available|listed|in stock|yes|ja|aktiv|verfügbar|zu verkaufen)$/i

/** Whether the word for a copy's state is known. */
export const isKnownState = (state: string): boolean =>
  FOR_SALE.test(state) || STATES.some(([, words]) => words.test(state))

/** Shelves of books that the reader doesn't own, unless a shelf of OWNED says they do. */
const WANTED = /^(to[- ]read|want[- ]to[- ]read|wish ?list|wanted|to[- ]buy|read but unowned|did-not-own)$/i
const OWNED = /^(your library|owned|own)$/i

function isWanted(shelves: string): boolean {
  const all = shelves.split(/[,;|]/).map((shelf) => shelf.trim())
  return all.some((shelf) => WANTED.test(shelf)) && !all.some((shelf) => OWNED.test(shelf))
}

/** Files and audio books, unless they are physical. */
const DIGITAL = /\b(kindle|e-?books?|e-?pub|pdf|nook|audible|audio ?books?|hörbuch|mp3|download|digital)\b/i
const ON_DISC = /\b(cds?|cassettes?|kassetten?|vinyl)\b/i

/** The reason to leave a row out; null for a copy for sale. */
export function whyLeftOut({ state = '', quantity = '', shelves = '', binding = '' }: ListRow): LeftOut | null {
  const notForSale = STATES.find(([, words]) => words.test(state))
  if (notForSale) return notForSale[0]
  if (/^0+(\.0+)?$/.test(quantity)) return 'none_left'
  if (isWanted(shelves)) return 'not_owned'
  return DIGITAL.test(binding) && !ON_DISC.test(binding) ? 'digital' : null
}
