import { authorNames } from '#contract/books/authors.ts'
import { seriesOf } from '#contract/books/series.ts'
import { abbreviationsOf } from './equal-words.rules.ts'
import { tokenize, withoutArticle } from '#server/search/words.rules.ts'

const SUBTITLE = /:\s|\s[–—-]\s|\s*[([]/u

/** A series that a title names, as it is compared with a query. */
export interface SeriesInWords {
  /** Words of its name. */
  words: readonly string[]
  /** The book's number in the series; of several volumes in one the first. */
  number: number
  /** Several volumes in one. */
  isSet: boolean
}

export function seriesInWords(title: string): SeriesInWords | null {
  const series = seriesOf(title)
  if (!series) return null
  const [first, last] = series.number.split('-')
  return { words: tokenize(series.name, 20), number: Number(first), isSet: last !== undefined }
}

/** Words of a title before its subtitle, without its article. */
export const withoutSubtitle = (title: string): readonly string[] => withoutArticle(tokenize(beforeSubtitle(title), 60))
const beforeSubtitle = (title: string) => title.split(SUBTITLE, 1)[0]!

/** Whether a title has anything behind its first words: a subtitle, or a series in brackets. */
export const hasSubtitle = (title: string): boolean => SUBTITLE.test(title)

/** Tokens of the initials of a title and of its series: 'tkam', 'lotr'. */
export function abbreviations(title: string): string[] {
  const series = seriesInWords(title)
  const names = [tokenize(beforeSubtitle(title), 60), ...(series ? [series.words] : [])]
  return [...new Set(names.flatMap((words) => abbreviationsOf(words)))]
}

/** Authors looked at. */
const MOST_NAMES = 6

/** Words of each author's name, first name first. */
export const namesOf = (author: string): string[][] =>
  authorNames(author)
    .slice(0, MOST_NAMES)
    .map((name) => tokenize(name, 12))
