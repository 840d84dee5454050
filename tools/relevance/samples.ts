import { misspelled, seeded } from '#tests/kit/search/real-titles.ts'
import type { System } from './systems.ts'
import type { Work } from './stocked-shop.ts'

/** Titles of each sample. */
export const SAMPLED = 50
/** The right work counts as found among so many. */
const FIRST = 3
const SEED = 41

/** What a person types for a work; null where the work has nothing to do it to. */
type Typed = (work: Work, random: () => number) => string | null

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

const SERIES = /^(.*?)\s*\(([^()#]+?),? #(\d+)\)$/u
const SMALL = new Set('the a an of and in on to for at by with from'.split(' '))
const MORE = ['novel', 'first edition', 'pdf', 'used', 'hardcover', 'signed', 'cheap', 'english']

/** Without what stands in brackets at its end. */
export const titleOf = ({ title }: Pick<Work, 'title'>) => title.replace(/\s*\([^()]*\)\s*$/u, '')
const firstAuthor = ({ author }: Work) => author.split(',')[0]!.trim()
const wordsOf = (work: Work) => titleOf(work).split(/\s+/)
const isSmall = (word: string) => SMALL.has(word.toLowerCase())
const isLong = (word: string) => /^\p{L}{8,}$/u.test(word)

/** The title with one of its words changed, of those that can be; null where none can. */
function withOne(work: Work, random: () => number, may: (word: string) => boolean, change: (word: string) => string) {
  const words = wordsOf(work)
  const at = pick(
    words.flatMap((word, place) => (may(word) ? [place] : [])),
    random,
  )
  return at === undefined ? null : words.with(at, change(words[at]!)).join(' ')
}

/** What people do to titles that they know. */
export const samples: Record<string, Typed> = {
  'title by author paperback 2005': (work) => `${titleOf(work)} by ${firstAuthor(work)} paperback 2005`,
  'a word more': (work, random) => `${titleOf(work)} ${pick(MORE, random)}`,
  'two words joined': (work, random) => {
    const words = wordsOf(work)
    const at = pick(
      words.slice(1).flatMap((word, place) => (/^\p{L}+$/u.test(words[place]! + word) ? [place] : [])),
      random,
    )
    return at === undefined ? null : words.toSpliced(at, 2, words[at]! + words[at + 1]!).join(' ')
  },
  'a word split': (work, random) =>
    withOne(work, random, isLong, (word) => {
      const at = 3 + Math.floor(random() * (word.length - 5))
      return `${word.slice(0, at)} ${word.slice(at)}`
    }),
  'two typos in a long word': (work, random) =>
    withOne(work, random, isLong, (word) => {
      const half = Math.floor(word.length / 2)
      return misspelled(word.slice(0, half), random) + misspelled(word.slice(half), random)
    }),
  'first letter wrong': (work, random) =>
    withOne(
      work,
      random,
      (word) => /^\p{L}{6,}$/u.test(word),
      (word) =>
        pick(
          Array.from('bcdfglmnprst').filter((letter) => letter !== word[0]!.toLowerCase()),
          random,
        )! + word.slice(1),
    ),
  'plural for singular, or back': (work, random) =>
    withOne(
      work,
      random,
      (word) => /^\p{L}{5,}$/u.test(word),
      (word) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`),
    ),
  'author’s initials without dots': (work) => {
    const initials = /^((?:\p{Lu}\.\s?){2,})(.+)$/u.exec(firstAuthor(work))
    return initials && `${initials[1]!.replace(/[.\s]/g, '')} ${initials[2]} ${titleOf(work)}`
  },
  'Last, First': (work) => {
    const names = firstAuthor(work).split(/\s+/)
    return names.length < 2 ? null : `${names.at(-1)}, ${names.slice(0, -1).join(' ')} ${titleOf(work)}`
  },
  'series and number': ({ title }) => {
    const [, , series, number] = SERIES.exec(title) ?? []
    return series === undefined ? null : `${series} ${number}`
  },
  'cut after 70 %': (work) => {
    const title = titleOf(work)
    return title.length < 12 ? null : title.slice(0, Math.ceil(title.length * 0.7))
  },
  '& for and, and for &': (work) => {
    const title = titleOf(work)
    return /\s(?:and|&)\s/i.test(title)
      ? title.replace(/\s(and|&)\s/gi, (_, word) => (word === '&' ? ' and ' : ' & '))
      : null
  },
  'without small words': (work) => {
    const words = wordsOf(work)
    const left = words.filter((word) => !isSmall(word))
    return left.length < 2 || left.length === words.length ? null : left.join(' ')
  },
  'a wrong small word': (work, random) =>
    wordsOf(work).length < 3
      ? null
      : withOne(work, random, isSmall, (word) =>
          pick(
            [...SMALL].filter((other) => other !== word.toLowerCase()),
            random,
          )!,
        ),
}

/** The works of a sample with what is typed for them: the same in each run over the same list. */
export function sampleOf(name: string, works: readonly Work[]): { work: Work; query: string }[] {
  const random = seeded(SEED + Object.keys(samples).indexOf(name))
  return works
    .map((work) => ({ work, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .flatMap(({ work }) => {
      const query = samples[name]!(work, random)
      return query === null ? [] : [{ work, query }]
    })
    .slice(0, SAMPLED)
}

/** Share of a sample whose work is among a system's first three; another with the same title counts as well. */
export async function shareFound(
  sample: readonly { work: Work; query: string }[],
  { search }: System,
): Promise<number> {
  let found = 0
  for (const { work, query } of sample) {
    const shown = (await search(query)).slice(0, FIRST)
    const title = titleOf(work).toLowerCase()
    if (shown.some(({ workId, ...other }) => workId === work.id || titleOf(other).toLowerCase() === title)) found += 1
  }
  return found / Math.max(1, sample.length)
}
