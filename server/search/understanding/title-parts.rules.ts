import { abbreviationsOf } from './equal-words.rules.ts'
import { tokenize, withoutArticle } from '#server/search/words.rules.ts'

/** '(The Hunger Games, #1)' at the end of a title; of several series the first. */
const SERIES =
  /[([]([^()[\]]*?)[,;:]?\s*(?:#|vol(?:ume|\.)?|book|bk\.?|no\.?|part)\s*(\d+(?:\.\d+)?)(\s*[-–&]\s*\d+)?[^()[\]]*[)\]]\s*$/iu
const SUBTITLE = /:\s|\s[–—-]\s|\s*[([]/u

/** A series that a title names, and the number in it. */
export interface Series {
  /** Words of its name. */
  words: readonly string[]
  number: number
  /** Several volumes in one. */
  isSet: boolean
}

export function seriesOf(title: string): Series | null {
  const found = SERIES.exec(title)
  if (!found) return null
  const [, name = '', number, to] = found
  return { words: tokenize(name, 20), number: Number(number), isSet: to !== undefined }
}

/** Words of a title before its subtitle, without its article. */
export const withoutSubtitle = (title: string): readonly string[] => withoutArticle(tokenize(beforeSubtitle(title), 60))
const beforeSubtitle = (title: string) => title.split(SUBTITLE, 1)[0]!

/** Whether a title has anything behind its first words: a subtitle, or a series in brackets. */
export const hasSubtitle = (title: string): boolean => SUBTITLE.test(title)

/** Tokens of the initials of a title and of its series: 'tkam', 'lotr'. */
export function abbreviations(title: string): string[] {
  const series = seriesOf(title)
  const names = [tokenize(beforeSubtitle(title), 60), ...(series ? [series.words] : [])]
  return [...new Set(names.flatMap((words) => abbreviationsOf(words)))]
}

/** Words of each author's name; of 'Last, First' also those of both together. */
export function namesOf(author: string): string[][] {
  const names = author.split(/[,;&]| and /u, 6).map((name) => tokenize(name, 12))
  const [last = [], first = []] = names
  return last.length === 1 && first.length > 0 && first.length < 4 ? [[...last, ...first], ...names] : names
}
