import { typosBetween } from '#server/search/spelling.rules.ts'
import { romanized } from '#server/search/understanding/names.rules.ts'
import { soundsOf } from '#server/search/understanding/sounds.rules.ts'
import { tokenize } from '#server/search/words.rules.ts'

/** An author of the catalogue: with all names, as 'Tolstoy, Leo, graf', the usual one first. */
export interface CatalogueAuthor {
  names: readonly string[]
  /** Year of birth, before Christ below zero; null where it is unknown. */
  born: number | null
  /** Number of books. */
  books: number
}

/** Authors with fewer books in the catalogue aren't among the commonest. */
const FEWEST_BOOKS = 3
/** Authors of antiquity are known by a Latin, a Greek and an own name in each language. */
const END_OF_ANTIQUITY = 600
const SHORTEST = 4
/** Part of a name's letters by which two spellings of it may differ. */
const MOST_APART = 0.26

/**
 * Groups of spellings of one name, as the search has its words: 'tolstoy', 'tolstoi', 'tolstoj', 'толстои'. Of authors
 * who are known by names in several alphabets, and of those of antiquity; others are spelled in one way.
 */
export function spellingGroups(authors: readonly CatalogueAuthor[]): string[][] {
  const groups = authors
    .filter(({ books }) => books >= FEWEST_BOOKS)
    .toSorted((one, other) => other.books - one.books)
    .flatMap(({ born, names }) => {
      const isSpelledTwice = names.some((name) => ANOTHER_ALPHABET.test(name))
      const isAncient = born !== null && born < END_OF_ANTIQUITY
      return [
        ...(isSpelledTwice || isAncient ? [groupOf(names.map(lastName), isWhole(names[0]!))] : []),
        ...(isSpelledTwice ? [groupOf(names.map(firstName), false)] : []),
      ]
    })
  return eachOnce(groups).filter((group) => group.length > 1)
}

const ANOTHER_ALPHABET = /[\p{L}--[\p{Script=Latin}\p{Script=Inherited}\p{Script=Common}]]/v
const TITLE = /^(?:of|the|saint|st|sir|graf|kniaz|emperor|active|bp|bishop)\b/i
const partsOf = (name: string) => name.replace(/\([^()]*\)/g, '').split(',')
const isWhole = (name: string) => partsOf(name).length === 1
/** Words before the comma; of 'Homer' the whole name. */
const lastName = (name: string) => tokenize(partsOf(name)[0]!, 4)
function firstName(name: string): string[] {
  const [, first = ''] = partsOf(name)
  return TITLE.test(first.trim()) ? [] : tokenize(first, 4).slice(0, 1)
}

/** Spellings of the first name among these. Other names, by marriage or of the pen, are none; of whole names, which
 * don't sound alike everywhere, every one in another alphabet is. */
function groupOf(names: readonly string[][], areWhole: boolean): string[] {
  const isLong = (name: string) => name.length >= SHORTEST || ANOTHER_ALPHABET.test(name)
  const [usual = '', ...others] = names.map((words) => words.join(' ')).filter(isLong)
  if (usual.includes(' ')) return []
  const isAnother = (name: string) => areWhole && !name.includes(' ') && ANOTHER_ALPHABET.test(name)
  return [usual, ...others.filter((other) => isAnother(other) || isAlike(usual, other))]
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [sounds(one), sounds(other)]
  return typosBetween(a, b) <= MOST_APART * Math.min(a.length, b.length)
}

const sounds = (name: string) => soundsOf((romanized(name) ?? name).replaceAll(' ', ''))

/** Groups of which no two have a spelling: those of one name are joined, the commonest author's first. */
function eachOnce(groups: readonly string[][]): string[][] {
  const groupOfName = new Map<string, string[]>()
  for (const names of groups) {
    const group = groupOfName.get(names[0]!) ?? []
    for (const name of names)
      if (!groupOfName.has(name)) {
        group.push(name)
        groupOfName.set(name, group)
      }
  }
  return [...new Set(groupOfName.values())]
}
