import { createHash } from 'node:crypto'
import { likenessOfNames, lookUpWords, readNames, type Name } from './author.rules.ts'
import { readTitle, type ReadTitle } from './title.rules.ts'

/** What a listing says of which book it is. Copies that say the same are one form. */
export interface Form {
  title: string
  author: string
  isbn: string | null
  /** Code of the language. */
  language: string | null
}

/** A form with what was read from it, as two forms are compared. */
export interface ReadForm extends Form {
  id: string
  read: ReadTitle
  names: Name[]
  /** Forms of a work share a block with another of them. */
  blocks: string[]
}

/** Most characters of a subtitle that can't be a title by itself. */
const SHORTEST_ALONE = 8

/** Id of a form: equal for equal listings, in every index. */
export function formId({ title, author, isbn, language }: Form): string {
  const hash = createHash('sha256')
    .update([title, author, isbn ?? '', language ?? ''].join('\n'))
    .digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** What a listing says of its book, and nothing else of it. */
export const formOf = ({ title, author, isbn, language }: Form): Form => ({ title, author, isbn, language })

export function readForm(given: Form): ReadForm {
  const form = formOf(given)
  const { title, author, isbn } = form
  const [read, names] = [readTitle(title, author), readNames(author)]
  const { main, subtitle } = read
  const lasts = [...new Set(names.flatMap(lookUpWords))]
  const first = names[0] ? lookUpWords(names[0]) : []
  const block = (core: string, last: string) => `${core.slice(0, 80)}|${last.slice(0, 40)}`
  const blocks = [
    ...(lasts.length === 0 ? [block(main, '')] : lasts.map((last) => block(main, last))),
    ...(subtitle === '' ? [] : first.map((last) => block(main + subtitle, last))),
    ...(subtitle.length < SHORTEST_ALONE ? [] : first.map((last) => block(subtitle, last))),
    ...(isbn === null ? [] : [isbn]),
  ]
  return { ...form, id: formId(form), read, names, blocks: [...new Set(blocks)] }
}

/**
 * Whether two forms are of one work: how much has to be guessed for it, as a number from 0; null where they are not, or
 * where it is unknown. An equal ISBN suffices where the titles share most of their words.
 */
export function likenessOfForms(one: ReadForm, other: ReadForm): number | null {
  if (areApart(one, other)) return null
  if (one.isbn !== null && one.isbn === other.isbn && haveWordsInCommon(one.read, other.read)) return 0
  const [title, names] = [likenessOfTitles(one.read, other.read), likenessOfAuthors(one, other)]
  if (title === null || names === null) return null
  const [mine, its] = [one.read, other.read]
  if (mine.kind !== its.kind || mine.part !== its.part) return null
  return (
    1 +
    title +
    names +
    Number(languageOf(one) !== languageOf(other)) +
    Number(mine.numbers.length !== its.numbers.length)
  )
}

/** Whether two forms contradict each other, so that they are never put together, whatever else is like them. */
export function areApart(one: ReadForm, other: ReadForm): boolean {
  const [mine, its] = [one.read, other.read]
  const languages = [languageOf(one), languageOf(other)]
  if (languages[0] !== languages[1] && !languages.includes(null)) return true
  const isEdition = one.isbn !== null && one.isbn === other.isbn
  // Who copies an ISBN may leave out a part, or that it is an adaptation, but names no other.
  if (
    isEdition
      ? differs(mine.kind, its.kind) || differs(mine.part, its.part)
      : mine.kind !== its.kind || mine.part !== its.part
  )
    return true
  if (mine.numbers.length > 0 && its.numbers.length > 0 && !haveCommon(mine.numbers, its.numbers)) return true
  if (isEdition) return false
  if (mine.series.length > 0 && its.series.length > 0 && !haveCommon(mine.series, its.series)) return true
  if (mine.main === its.main && differs(mine.subtitle, its.subtitle) && !areLike(mine, its)) return true
  return (
    likenessOfAuthors(one, other) === null &&
    haveCommon(
      one.names.flatMap(({ last }) => last),
      other.names.flatMap(({ last }) => last),
    )
  )
}

const languageOf = ({ read, language }: ReadForm) => read.language ?? language
const differs = (one: string, other: string) => one !== '' && other !== '' && one !== other
const haveCommon = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))

/** Whether one subtitle is the other's end, or the beginning of one that describes. */
function areLike(one: ReadTitle, other: ReadTitle): boolean {
  const [short, long] = one.subtitle.length < other.subtitle.length ? [one, other] : [other, one]
  return long.subtitle.endsWith(short.subtitle) || (long.isDescribed && long.subtitle.startsWith(short.subtitle))
}

function likenessOfTitles(one: ReadTitle, other: ReadTitle): number | null {
  if (one.main === '' || other.main === '') return null
  if (one.main + one.subtitle === other.main + other.subtitle) return 0
  if (one.main === other.main) {
    if (one.subtitle === '' || other.subtitle === '') return (one.subtitle === '' ? other : one).isDescribed ? 1 : null
    return areLike(one, other) ? 1 : null
  }
  // 'The Chronicles of Narnia: Prince Caspian' and 'Prince Caspian'.
  const [short, long] = one.subtitle === '' ? [one, other] : [other, one]
  return short.subtitle === '' && long.subtitle === short.main && short.main.length >= SHORTEST_ALONE ? 2 : null
}

function likenessOfAuthors(one: ReadForm, other: ReadForm): 0 | 1 | null {
  const all = new Set(one.names.flatMap((name) => other.names.map((its) => likenessOfNames(name, its))))
  return all.has(0) ? 0 : all.has(1) ? 1 : null
}

/** Whether most of the words of the shorter main title are in the other. */
function haveWordsInCommon(one: ReadTitle, other: ReadTitle): boolean {
  if (one.main === other.main) return true
  const [short, long] = one.words.length < other.words.length ? [one, other] : [other, one]
  const common = short.words.filter((word) => long.words.includes(word) || long.subtitle.includes(word))
  return common.length > short.words.length / 2
}
