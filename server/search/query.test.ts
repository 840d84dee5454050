import { describe, expect, test } from 'vitest'
import type { KnownWord } from './dictionary.sql.ts'
import { guesses, inOneOrder, readingsAsTyped } from './plan-search.ts'
import { mostWorks, parseQuery, tsqueryOf, type Wanted } from './query.rules.ts'
import { rank, scoreOf, type Candidate } from './ranking.rules.ts'
import { nearest, spellingsOf, spellingsTyped, typosBetween } from './spelling.rules.ts'
import { mainTitle, tokenize } from './words.rules.ts'

const words = (text: string) => parseQuery(text).terms.map(({ word }) => word)
const wanted = (text: string): Wanted[] =>
  words(text).map((word) => ({ word, isPrefix: false, spellings: [], works: null }))

describe('what was typed', () => {
  test.each([
    ['978-0-306-40615-7', '9780306406157'],
    ['0-306-40615-2', '9780306406157'],
    ['ISBN-10: 0306406152', '9780306406157'],
    ['9780306406157', '9780306406157'],
    ['080442957x', '9780804429573'],
  ])('%s is an ISBN', (text, isbn) => {
    expect(parseQuery(text)).toMatchObject({ isbn, isWrongIsbn: false })
  })

  test('a wrong check digit is noticed', () => {
    expect(parseQuery('978-0-306-40615-8')).toMatchObject({ isbn: null, isWrongIsbn: true })
    expect(parseQuery('12345')).toMatchObject({ isbn: null, isWrongIsbn: false })
  })

  test('quotes keep words together, a minus leaves them out', () => {
    expect(parseQuery('“to kill a” mocking-bird -film -"the movie"')).toEqual({
      isbn: null,
      isWrongIsbn: false,
      terms: [
        { word: 'to', isQuoted: true },
        { word: 'kill', isQuoted: true },
        { word: 'a', isQuoted: true },
        { word: 'mocking', isQuoted: false },
        { word: 'bird', isQuoted: false },
      ],
      phrases: ['to kill a'],
      unwanted: ['film', 'the', 'movie'],
    })
  })

  test.each(['', '"', '""', '-', '- -', '!!!', "'", '|&!()<->:*', '\\', '-"', '\0'])('%j asks for nothing', (text) => {
    expect(parseQuery(text).terms).toEqual([])
  })

  test('operators and quotes of PostgreSQL’s query language have no effect', () => {
    expect(tsqueryOf({ required: wanted("cat & !dog | (x:* <-> 'y')"), butOne: false, unwanted: [] })).toBe(
      "(('cat')&('dog')&('x')&('y'))",
    )
    expect(
      tsqueryOf({
        required: [{ word: "o'\\", isPrefix: true, spellings: ["b'"], works: null }],
        butOne: false,
        unwanted: ['c'],
      }),
    ).toBe("(('o''\\\\':*|'b'''))&!'c'")
    expect(tsqueryOf({ required: wanted('a b c'), butOne: true, unwanted: [] })).toBe(
      "((('b')&('c'))|(('a')&('c'))|(('a')&('b')))",
    )
  })

  test('a text of any length is read in no time, and few words of it', () => {
    for (const text of ['"'.repeat(100_000), '-'.repeat(100_000), 'a"-'.repeat(40_000), `${'a'.repeat(99_999)}!`])
      expect(parseQuery(text).terms.length).toBeLessThanOrEqual(12)
  })
})

describe('other spellings', () => {
  test.each([
    ['tolkien', 'tolkein', 1],
    ['mockingbird', 'mokingbird', 1],
    ['dune', 'dunes', 1],
    ['emma', 'enma', 1],
    ['war', 'peace', 4],
    ['', 'ab', 2],
    ['same', 'same', 0],
  ])('%s and %s differ by %s', (one, other, typos) => {
    expect(typosBetween(one, other)).toBe(typos)
    expect(typosBetween(other, one)).toBe(typos)
  })

  test('two words that differ by one typo have a spelling in common', () => {
    for (const typo of ['ummbrella', 'ubrella', 'umbrelal', 'umbrexla', 'umbrellas'])
      expect(spellingsTyped(typo).some((spelling) => spellingsOf('umbrella').includes(spelling))).toBe(true)
    expect(spellingsOf('1984')).toEqual([])
    expect(spellingsTyped('th').some((spelling) => spellingsOf('the').includes(spelling))).toBe(true)
  })

  test('the nearest comes first, and of these the most frequent', () => {
    const known = [
      { word: 'hurry', works: 90 },
      { word: 'harry', works: 50 },
      { word: 'hairy', works: 60 },
      { word: 'harrowing', works: 999 },
      { word: 'harxy', works: 1 },
    ]
    expect(nearest('harxy', known, 2).map(({ word }) => word)).toEqual(['harry'])
    expect(nearest('harry', known, 5).map(({ word }) => word)).toEqual(['hurry', 'hairy', 'harxy'])
  })
})

describe('the order of results', () => {
  const work = (title: string, author: string, more: Partial<Candidate> = {}): Candidate => ({
    id: title,
    titleWords: tokenize(title).join(' '),
    authorWords: tokenize(author).join(' '),
    mainTitle: mainTitle(title),
    forSale: 1,
    isReserved: false,
    newestAt: '2026-01-01 00:00:00+00',
    ...more,
  })

  test('the title, how it begins, words in it, its author, and then the rest', () => {
    const works = [
      work('A Life of its own', 'Somebody'),
      work('Nothing', 'Emma Life'),
      work('Life of Emma', 'Somebody'),
      work('Emma: her life', 'Jane Austen'),
      work('Emma (Classics)', 'Jane Austen'),
    ]
    expect(rank(works, wanted('emma')).map(({ id }) => id)).toEqual([
      'Emma (Classics)',
      'Emma: her life',
      'Life of Emma',
      'Nothing',
      'A Life of its own',
    ])
    expect(rank(works, wanted('austen emma'))[0]!.id).toBe('Emma (Classics)')
    expect(rank([work('Dune Messiah', 'A'), work('The Dune', 'A')], wanted('the dune'))[0]!.id).toBe('The Dune')
  })

  test('for sale, reserved, sold; then the newest', () => {
    const works = [
      work('Emma', 'sold', { id: '1', forSale: 0 }),
      work('Emma', 'reserved', { id: '2', forSale: 0, isReserved: true }),
      work('Emma', 'old', { id: '3' }),
      work('Emma', 'new', { id: '4', newestAt: '2026-02-01 00:00:00+00' }),
    ]
    expect(rank(works, wanted('emma')).map(({ id }) => id)).toEqual(['4', '3', '2', '1'])
  })

  test('a word as it was typed is worth more than the beginning of one, and that more than another spelling', () => {
    const [one] = wanted('emma')
    const score = (title: string) => scoreOf(work(title, ''), [{ ...one!, isPrefix: true, spellings: ['emmy'] }])
    expect(score('Emma')).toBeGreaterThan(score('Emmanuel'))
    expect(score('Emmanuel')).toBeGreaterThan(score('Emmy'))
    expect(score('Emmy')).toBeGreaterThan(score('Other'))
  })
})

test('readings of the words, the likeliest first', () => {
  const known = new Map<string, KnownWord>([
    ['harry', { works: 7, begun: 0 }],
    ['pott', { works: 0, begun: 4 }],
    ['stnoe', { works: 0, begun: 0 }],
  ])
  const neighbours = new Map([
    ['harry', [{ word: 'hurry', works: 2 }]],
    ['pott', [{ word: 'plott', works: 2 }]],
    ['stnoe', [{ word: 'stone', works: 9 }]],
  ])
  const all = (text: string) => {
    const parsed = parseQuery(text)
    const typed = readingsAsTyped(parsed, known).map((reading) => ({ ...reading, isGuess: false }))
    return [...typed, ...guesses(parsed, known, neighbours).map((reading) => ({ ...reading, isGuess: true }))]
  }
  const of = (text: string) =>
    all(text).map(({ isGuess, ...plan }) =>
      [
        isGuess ? 'guess' : 'typed',
        plan.among,
        plan.butOne ? 'but one' : 'all',
        tsqueryOf({ ...plan, unwanted: [] }),
      ].join(' '),
    )
  expect(of('harry pott')).toEqual([
    "typed works all (('harry')&('pott':*))",
    "typed texts all (('harry')&('pott'))",
    "guess works all (('harry':*|'hurry')&('pott':*|'plott'))",
  ])
  expect(of('"harry" stnoe')).toEqual([
    "typed texts all (('harry')&('stnoe'))",
    "guess works all (('harry')&('stnoe'|'stone'))",
    "guess works all (('harry')&('stnoe':*|'stone'))",
  ])
  expect(of('harry pott stnoe').at(-1)).toContain('but one')
  // Frequencies of prefixes and of spellings bound how many works have the words.
  const most = (text: string) => all(text).map(mostWorks)
  expect(most('harry pott')).toEqual([4, Infinity, 6])
  expect(most('stnoe')).toEqual([Infinity, 9, 9])
})

describe('many words', () => {
  const [rare, frequent] = [7, 9000]
  const works: Record<string, number> = { lighthouse: rare, keeper: rare + 1, otter: rare + 2, island: rare + 3 }
  /** Words with a number behind them are as common as words get, and are prefixes of many others. */
  const known = (text: string) =>
    new Map<string, KnownWord>(words(text).map((word) => [word, { works: works[word] ?? frequent, begun: Infinity }]))
  const neighboursOf = (text: string) => new Map(words(text).map((word) => [word, [{ word: `${word}s`, works: 50 }]]))
  const common = (count: number) => Array.from({ length: count }, (_, at) => `common${at}`).join(' ')
  const typed = (text: string) => readingsAsTyped(parseQuery(text), known(text))
  const guessed = (text: string) => guesses(parseQuery(text), known(text), neighboursOf(text))
  const requiredBy = ({ required }: { required: readonly Wanted[] }) => required.map(({ word }) => word)

  test('where nothing has all, the rarest are looked for, of which one may be missing', () => {
    const text = `${common(8)} lighthouse keeper otter island`
    const [, butOne] = guessed(text)
    expect(butOne).toMatchObject({ butOne: true })
    expect(requiredBy(butOne!)).toEqual(words('common0 lighthouse keeper otter island'))
    // All words count for ranking.
    expect(butOne!.wanted).toHaveLength(12)
    const [, withUnknown] = guesses(
      parseQuery(text),
      new Map([...known(text), ['keeper', { works: 0, begun: 0 }]]),
      new Map([...neighboursOf(text), ['keeper', []]]),
    )
    expect(requiredBy(withUnknown!)).toEqual(words('common0 common1 lighthouse otter island'))
  })

  test('the common ones among them are searched as typed, the others with spelling correction', () => {
    const [broad] = guessed(`${common(3)} lighthouse`)
    expect(broad!.wanted.map(({ spellings, isPrefix }) => spellings.length + Number(isPrefix))).toEqual([0, 0, 0, 1])
    const [few] = guessed(common(2))
    expect(few!.wanted.every(({ spellings, isPrefix }) => spellings.length > 0 && isPrefix)).toBe(true)
  })

  test('listings are searched for the rarest of them, and not for common ones alone', () => {
    expect(typed(common(4)).map(({ among }) => among)).toEqual(['works'])
    expect(typed(`${common(2)} -other`).map(({ among }) => among)).toEqual(['works'])
    const [, texts] = typed(`${common(8)} lighthouse keeper`)
    expect(texts).toMatchObject({ among: 'texts' })
    expect(requiredBy(texts!)).toHaveLength(6)
  })

  test('only a few very common prefixes are required at a time', () => {
    const text = 'abc bcd cde def lighthouse'
    const nobodyKnows = new Map(
      words(text).map((word): [string, KnownWord] => [word, { works: works[word] ?? 0, begun: Infinity }]),
    )
    const [asTyped] = readingsAsTyped(parseQuery(text), nobodyKnows)
    expect(requiredBy(asTyped!)).toEqual(['abc', 'bcd', 'lighthouse'])
  })

  test('quoted words are searched verbatim', () => {
    expect(guessed('"lighthouse keeper"')).toEqual([])
    expect(guessed('"lighthouse keeper" island')).not.toEqual([])
  })

  test('in any order they share a cached interpretation', () => {
    const question = (text: string) => inOneOrder(parseQuery(text))
    expect(question('otter "lighthouse keeper" -film island -tape')).toEqual(
      question('island -tape otter -film "lighthouse keeper"'),
    )
    expect(question('otter island')).not.toEqual(question('otter "island"'))
  })
})
