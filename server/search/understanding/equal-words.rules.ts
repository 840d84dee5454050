import { sameName } from './names.rules.ts'
import { sameNumber } from './numbers.rules.ts'
import { isSmall } from './small-words.rules.ts'

/** Words and how they are shortened. */
const SHORTENED = new Map(
  'doctor dr, mister mr, saint st, junior jr, volume vol, versus vs, mount mt, professor prof'
    .split(', ')
    .flatMap((pair) => {
      const [long, short] = pair.split(' ') as [string, string]
      return [
        [long, short],
        [short, long],
      ] as const
    }),
)
const SHORTEST_WITH_PLURAL = 4

/**
 * Words that mean the same as one that was typed, and are looked for with it: numbers, names in other spellings, plural
 * and singular. A possessive is a plural here, as words have no apostrophes.
 */
export function equalsOf(word: string): string[] {
  const short = SHORTENED.get(word)
  return [...new Set([...sameNumber(word), ...sameName(word), ...(short ? [short] : []), ...inOtherNumber(word)])]
}

/** Plural or singular, where there may be one: dragon → dragons, stories → story. */
function inOtherNumber(word: string): string[] {
  if (word.length < SHORTEST_WITH_PLURAL || isSmall(word) || !/^[a-z]+$/.test(word)) return []
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`]
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`, `${word}s`]
  if (/[^aeiou]ys$/.test(word)) return [word.slice(0, -1), `${word.slice(0, -2)}ies`]
  if (/(?:ss|us|is)$/.test(word)) return []
  return [word.endsWith('s') ? word.slice(0, -1) : `${word}s`]
}

/** Prefix of tokens that no text has. */
const MARK = '§'
const SHORTEST_ABBREVIATION = 3
const LONGEST_ABBREVIATION = 6

/** Token of an abbreviation, which a word of few letters may be. */
export const asAbbreviation = (word: string): string | null =>
  /^\p{L}+$/u.test(word) && word.length >= SHORTEST_ABBREVIATION && word.length <= LONGEST_ABBREVIATION
    ? MARK + word
    : null

/** Tokens of a title's initials, with its small words and without: 'hgttg' and 'hgg'. */
export function abbreviationsOf(words: readonly string[]): string[] {
  const bare = words.filter((word) => !isSmall(word))
  return [words, words.slice(1), bare].flatMap((some) => asAbbreviation(some.map((word) => word[0]!).join('')) ?? [])
}
