import { NAME_SUFFIX, PARTICLES as NAME_PARTICLES } from '#contract/books/authors.ts'
import { normalize, tokenize } from '../words.rules.ts'

/** A person's name as it is compared: folded, so that transliterations are equal. */
export interface Name {
  /** Given names and initials. */
  given: string[]
  /** Ways to write the last name: 'guin', 'leguin'. */
  last: string[]
  /** All words but particles and initials. */
  words: string[]
  /** A publisher or the like, of which many books have the name. */
  isCompany: boolean
}

const MOST_NAMES = 6
const PARTICLES = new Set(NAME_PARTICLES)
const TITLES = new Set('jr sr ii iii phd md dr prof sir mr mrs ms esq pere fils'.split(' '))
const ROLES =
  /\b(?:translated|translator|translation|trans|illustrated|illustrator|illustrations|edited|editors?|eds?|introduction|foreword|adapted|by)\b\.?/giu
const BETWEEN_PEOPLE = /[;&/]|\s+(?:and|with|et|und)\s+/iu
const COMPANY =
  /\b(?:company|disney|marvel|press|publishing|publishers|editors of|magazine|inc|society|association|institute|sparknotes|anonymous|unknown|various)\b/iu
/** Given names that one transliteration writes unlike another. */
const GIVEN: Record<string, string> = {
  fiodor: 'fedor',
  feodor: 'fedor',
  leo: 'lev',
  nicolai: 'nikolai',
  michail: 'mihail',
  aleksandr: 'alexander',
  alexandr: 'alexander',
  aleksander: 'alexander',
}

/** Folds a name's word over transliterations: Dostoyevsky, Dostoevskii and Dostojewski are equal. */
function fold(word: string): string {
  const folded = word
    .replaceAll(/t?sch|sh/g, 'sh')
    .replaceAll('tch', 'ch')
    .replaceAll('kh', 'h')
    .replaceAll('w', 'v')
    .replaceAll('ph', 'f')
    .replaceAll(/[yj]/g, 'i')
    .replaceAll(/i+e/g, 'e')
    .replaceAll(/i{2,}/g, 'i')
    .replace(/ff$/, 'v')
  return GIVEN[folded] ?? folded
}

/** The people that a listing names as its authors, with translators and illustrators, since nothing tells them apart. */
export function readNames(author: string): Name[] {
  const people = author
    .replaceAll(/[([][^()[\]]*[)\]]/gu, ' ')
    .replaceAll(ROLES, ' ')
    .split(BETWEEN_PEOPLE)
  const names = people.flatMap(readPeople)
  const persons = names.filter(({ isCompany }) => !isCompany)
  return (persons.length > 0 ? persons : names).slice(0, MOST_NAMES)
}

/** 'King, Stephen' is a person, 'Neil Gaiman, Terry Pratchett' are two, and 'Homer, Robert Fagles' may be either. */
function readPeople(text: string): Name[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NAME_SUFFIX.test(part))
  const [left = '', right = ''] = parts
  if (parts.length !== 2) return parts.flatMap(readName)
  const [before, after] = [nameWords(left).filter((word) => !PARTICLES.has(word)), nameWords(right)]
  const isShort = after.length === 1 || after.slice(1).every((word) => word.length === 1 || PARTICLES.has(word))
  const turned = readName(`${right} ${left}`)
  if (before.length === 1) return isShort ? turned : [...turned, ...readName(left), ...readName(right)]
  return before.length === 2 && isShort ? [...turned, ...readName(left)] : parts.flatMap(readName)
}

function nameWords(text: string): string[] {
  const raw = text.split(/[\s.]+/u).filter((word) => word !== '')
  const isLoud = raw.every((word) => word === word.toUpperCase())
  const spread = raw.map((word, at) =>
    at < raw.length - 1 && ((!isLoud && /^\p{Lu}{2,3}$/u.test(word)) || /^[bcdfghjklmnpqrstvwxz]{2,3}$/iu.test(word))
      ? Array.from(word).join(' ')
      : word,
  )
  return tokenize(normalize(spread.join(' ')), 12).filter((word, at) => at === 0 || !TITLES.has(word))
}

function readName(text: string): Name[] {
  const words = nameWords(text)
  if (words.length > 1 && TITLES.has(words[0]!)) words.shift()
  const at = words.length - 1
  if (at < 0) return []
  let first = at
  while (first > 1 && PARTICLES.has(words[first - 1]!)) first -= 1
  const last = new Set([fold(words[at]!), fold(words.slice(first).join(''))])
  const given = words
    .slice(0, first)
    .filter((word) => !PARTICLES.has(word))
    .map(fold)
  return [
    {
      given,
      last: [...last],
      words: [...given, fold(words[at]!)].filter((word) => word.length > 1),
      isCompany: COMPANY.test(text),
    },
  ]
}

/** Whether two names may be one person's: 0 if they agree, 1 if one of them says less, null if not. */
export function likenessOfNames(one: Name, other: Name): 0 | 1 | null {
  if (one.last.some((last) => other.last.includes(last))) {
    const least = Math.min(one.given.length, other.given.length)
    for (let at = 0; at < least; at += 1) if (!agree(one.given[at]!, other.given[at]!)) return null
    return least === 0 && one.given.length + other.given.length > 0 ? 1 : 0
  }
  const [short, long] = one.words.length < other.words.length ? [one, other] : [other, one]
  return short.words.length > 1 && short.given[0] === long.given[0] && isWithin(short.words, long.words) ? 1 : null
}

const agree = (one: string, other: string) =>
  one === other || ((one.length === 1 || other.length === 1) && one[0] === other[0])

/** Whether the words come in this order among the others: 'miguel cervantes' in 'miguel cervantes saavedra'. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  let at = 0
  for (const other of others) if (other === words[at]) at += 1
  return at === words.length
}

/** Words by which a name is looked up: its last names, and of long ones those in the middle. */
export const lookUpWords = ({ last, words }: Name): string[] => [...new Set([...last, ...words.slice(1)])]
