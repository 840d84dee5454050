import { UnreadableCell } from './unreadable-cell.ts'

const YEAR = String.raw`(-?\d{1,4})`
const YEAR4 = String.raw`(\d{4})`
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = String.raw`(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*\.?`
/** Formats of years and dates in lists. The year is the same, whichever number is the month. */
const FORMS = [
  // 2008, '2008.0' of a spreadsheet, 'c1999' and '©1987' of a title page.
  `(?:c|(?:cop\\.?|©) ?)?${YEAR}(?:\\.0+)?`,
  // 2008-05, 2008-05-01, 2008/5/1, with a time or without.
  `${YEAR4}[-/.]${DAY}(?:[-/.]${DAY}(?:[T ].*)?)?`,
  // 09/2022, 03.09.2022, 3-9-2022
  `(?:${DAY}[-/.] ?)?${DAY}[-/.] ?${YEAR4}(?: .*)?`,
  // Mar 2005, 3. März 2022
  `(?:${DAY}\\.? )?${MONTH} ${YEAR4}`,
  // January 5, 1987
  `${MONTH} ${DAY},? ${YEAR4}`,
].map((form) => new RegExp(`^${form}$`, 'iu'))

/** The year in a cell; null where none is certain: 'n.d.', 'c. 1999', '1999?'. */
function findYear(cell: string): number | null {
  const plain = cell.replace(/^\[(.*)\]$/, '$1').trim()
  const digits = FORMS.map((form) => form.exec(plain)?.[1]).find((year) => year !== undefined)
  return digits === undefined ? null : Number(digits)
}

/** Parses a required year; null for 0, which lists write for unknown. */
export function yearOf(cell: string | undefined, latest: number): number | null {
  if (cell === undefined) return null
  const year = findYear(cell)
  if (year === null) throw new UnreadableCell('this is not a year')
  if (year > latest) throw new UnreadableCell('this year is in the future')
  return year || null
}

/** Parses an optional year; null where none is certain. */
export const editionYearOf = (cell: string | undefined, latest: number): number | null =>
  cell === undefined || findYear(cell) === null ? null : yearOf(cell, latest)
