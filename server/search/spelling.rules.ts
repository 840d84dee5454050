import { isHeard, soundsOf } from './understanding/sounds.rules.ts'

const SHORTEST = 2
const LONGEST = 24
/** Words up to this have their variants without a letter; from LONG on, their groups of three letters. */
const MOST_DELETED = 7
const LONG = 5

/** Abbreviations' tokens and numbers have no spelling. */
const isSpelled = (word: string) => /^\p{L}/u.test(word) && word.length <= LONGEST

/**
 * What a known word is found by when it is misspelled: a short one by itself without one of its letters, a long one by
 * its groups of three letters, of which two typos leave some.
 */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word)
  if (!isSpelled(word) || letters.length < SHORTEST) return []
  return [
    ...new Set([
      ...(letters.length <= MOST_DELETED ? [word] : []),
      ...(letters.length <= MOST_DELETED && letters.length > SHORTEST ? withoutOne(letters) : []),
      ...(letters.length >= LONG ? groupsOf(letters) : []),
    ]),
  ]
}

const withoutOne = (letters: readonly string[]) => letters.map((_, at) => letters.toSpliced(at, 1).join(''))

/** Marked, so that no word is one: 'umbrella' → '*^um', '*umb' … '*la$'. */
function groupsOf(letters: readonly string[]): string[] {
  const all = ['^', ...letters, '$']
  return all.slice(2).map((letter, at) => `*${all[at]!}${all[at + 1]!}${letter}`)
}

/** Letters that are taken for one another: vowels, and consonants that sound alike. */
const ALIKE = ['aeiouy', 'ckqsxz', 'vfwb', 'gj', 'dt', 'bp', 'mn', 'ij', 'аеоиыяэюу']
const pairsOf = (letters: string[]) => letters.flatMap((one) => letters.map((other) => one + other))
const alike = new Set(ALIKE.flatMap((letters) => pairsOf(Array.from(letters))))
const VOWEL = /[aeiouy]/
const CONSONANT = /[b-df-hj-np-tv-xz]/

/** Costs of a typo, by how easily it is made. */
const SWAPPED = 0.9
const ALIKE_REPLACED = 0.7
const REPLACED = 1
/** A vowel for a consonant, which is another word more often than a typo. */
const OTHER_REPLACED = 1.3
/** Doubled letters, and an h, which isn't heard. */
const UNHEARD = 0.6
const ADDED = 1
/** People notice a wrong first letter. */
const FIRST_LETTER = 0.7

function replacing(one: string, other: string): number {
  if (one === other) return 0
  if (alike.has(one + other)) return ALIKE_REPLACED
  const isOtherKind = (VOWEL.test(one) && CONSONANT.test(other)) || (CONSONANT.test(one) && VOWEL.test(other))
  return isOtherKind ? OTHER_REPLACED : REPLACED
}
const adding = (letters: readonly string[], at: number) =>
  letters[at] === 'h' || letters[at] === letters[at - 1] ? UNHEARD : ADDED

/** Edit distance: letters dropped, added, replaced, or swapped with their neighbour, each by its cost. */
export function typosBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  let before: number[] = []
  let above = [0]
  for (const at of b.keys()) above.push(above[at]! + adding(b, at))
  for (let row = 1; row <= a.length; row += 1) {
    const line = [above[0]! + adding(a, row - 1)]
    for (let at = 1; at <= b.length; at += 1) {
      let least = Math.min(
        above[at]! + adding(a, row - 1),
        line[at - 1]! + adding(b, at - 1),
        above[at - 1]! + replacing(a[row - 1]!, b[at - 1]!),
      )
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, before[at - 2]! + SWAPPED)
      line.push(least)
    }
    before = above
    above = line
  }
  return above.at(-1)! + (a[0] === b[0] || a.length === 0 || b.length === 0 ? 0 : FIRST_LETTER)
}

export interface Spelling {
  word: string
  /** Number of works with this word. */
  works: number
}

/** Another spelling, and by how many typos it is one. */
export interface Correction extends Spelling {
  typos: number
}

/** Most typos in words of so many letters. */
const mostTypos = (length: number) => (length >= 9 ? 2.7 : length >= 6 ? 2.3 : length >= 4 ? 1.8 : 1.3)
/** The same of a word that stands alone, which nothing beside it confirms. */
const mostTyposAlone = (length: number) => (length >= 6 ? 2.3 : length === 5 ? 1.3 : 1)
/** Two words that sound alike, though written otherwise, are this far apart. */
const WRITTEN_OTHERWISE = 0.5

/** How far a known word is from a typed one: by its letters, or as it sounds. */
function distance(typed: string, word: string): number {
  const byLetters = typosBetween(typed, word)
  if (byLetters <= 1 || !isHeard(typed)) return byLetters
  return Math.min(byLetters, typosBetween(soundsOf(typed), soundsOf(word)) + WRITTEN_OTHERWISE)
}

/** A word that stands alone isn't taken for words that are further away than the nearest by more than this. */
const FURTHER = 0.5

/**
 * Spelling correction: the nearest words, among equally near ones the more frequent. The first letter counts as a typo
 * and a half. Of a word alone only what is close, for it may as well be an abbreviation; what begins with
 * another letter comes after what keeps it.
 */
export function nearest(typed: string, words: readonly Spelling[], most: number, isAlone = false): Correction[] {
  const limit = (isAlone ? mostTyposAlone : mostTypos)(Array.from(typed).length)
  const near = words
    .filter(({ word }) => word !== typed)
    .map((spelling) => ({ ...spelling, typos: distance(typed, spelling.word) }))
    .filter(({ typos }) => typos <= limit)
    .toSorted((one, other) => costOf(one) - costOf(other) || (one.word < other.word ? -1 : 1))
  if (!isAlone) return near.slice(0, most)
  const close = near.filter(({ typos }) => typos <= near[0]!.typos + FURTHER)
  const isKept = ({ word }: Spelling) => word[0] === typed[0]
  const least = (close.find(isKept)?.typos ?? 0) + BEHIND
  const behind = close.map((one) => (isKept(one) ? one : { ...one, typos: Math.max(one.typos, least) }))
  return behind.toSorted((one, other) => costOf(one) - costOf(other)).slice(0, most)
}
/** Of a word alone, those with another first letter are this far behind the best with the same. */
const BEHIND = 0.1

/** Those that begin with the letter that was typed; all, where none does. */
export function keepingFirstLetter(typed: string, words: readonly Correction[]): readonly Correction[] {
  const kept = words.filter(({ word }) => word[0] === typed[0])
  return kept.length > 0 ? kept : words
}
/** A word of a thousand works may be half a typo further away than one of a single work. */
const costOf = ({ typos, works }: Spelling & { typos: number }) => typos - Math.log10(Math.max(works, 1)) / 6
