import { describe, expect, test } from 'vitest'
import { asTyped, mostWorks, parseQuery, sufficient, tsqueryOf, type Wanted } from './query.rules.ts'
import { rank, scoreOf, type Candidate } from './ranking.rules.ts'
import { nearest, spellingsOf, typosBetween } from './spelling.rules.ts'
import { isConnecting } from './understanding/small-words.rules.ts'
import { mainTitle, tokenize } from './words.rules.ts'

const words = (text: string) => parseQuery(text).terms.map(({ word }) => word)
const wanted = (text: string): Wanted[] => words(text).map((word) => asTyped(word, null, isConnecting(word) ? 0 : 1))

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
      likelyIsbns: [],
      isbnBeginning: null,
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

  test('an ISBN among other words is found, and one with a digit missing', () => {
    expect(parseQuery('978 0439 023481 hunger games').likelyIsbns).toEqual(['9780439023481'])
    expect(parseQuery('978043902348').likelyIsbns).toContain('9780439023481')
    expect(parseQuery('978439023481').likelyIsbns).toContain('9780439023481')
    expect(parseQuery('97804390').isbnBeginning).toBe('97804390')
    expect(parseQuery('catch 22 in 1961')).toMatchObject({ likelyIsbns: [], isbnBeginning: null })
  })

  test('operators and quotes of PostgreSQL’s query language have no effect', () => {
    const required = wanted("cat & !dog | (x:* <-> 'y')")
    expect(tsqueryOf({ required, enough: null, unwanted: [] })).toBe("(('cat')&('dog')&('x')&('y'))")
    const odd = { ...asTyped("o'\\", null), isPrefix: true, spellings: [{ word: "b'", typos: 1 }] }
    expect(tsqueryOf({ required: [odd], enough: null, unwanted: ['c'] })).toBe("(('o''\\\\':*|'b'''))&!'c'")
  })

  test('some words are enough where they weigh enough, and none of them is superfluous', () => {
    const weighed = [asTyped('rare', 2, 8), asTyped('some', 90, 5), asTyped('often', 900, 3)]
    const sets = (enough: number) => sufficient({ required: weighed, enough }).map((set) => set.map(({ word }) => word))
    expect(sets(8)).toEqual([['rare'], ['some', 'often']])
    expect(sets(9)).toEqual([
      ['rare', 'some'],
      ['rare', 'often'],
    ])
    expect(sets(17)).toEqual([])
    const plan = { required: weighed, enough: 8, among: 'works' } as const
    expect(tsqueryOf({ ...plan, unwanted: [] })).toBe("((('rare'))|(('some')&('often')))")
    expect(mostWorks(plan)).toBe(2 + 90)
  })

  test('a text of any length is read in no time, and few words of it', () => {
    for (const text of ['"'.repeat(100_000), '-'.repeat(100_000), 'a"-'.repeat(40_000), `${'a'.repeat(99_999)}!`])
      expect(parseQuery(text).terms.length).toBeLessThanOrEqual(12)
  })
})

describe('other spellings', () => {
  test.each([
    ['tolkien', 'tolkein', 0.9],
    ['mockingbird', 'mokingbird', 1],
    ['emma', 'ema', 0.6],
    ['dostojewski', 'dostoevsky', 2.4],
    ['', 'ab', 2],
    ['same', 'same', 0],
  ])('%s and %s differ by %s', (one, other, typos) => {
    expect(typosBetween(one, other)).toBeCloseTo(typos)
    expect(typosBetween(other, one)).toBeCloseTo(typos)
  })

  test('a first letter counts more than others, and letters that sound alike less', () => {
    expect(typosBetween('gunger', 'hunger')).toBeGreaterThan(typosBetween('hunker', 'hunger'))
    expect(typosBetween('cocoon', 'cokoon')).toBeLessThan(typosBetween('cocoon', 'colour'))
  })

  test('a word with a typo, and a long one with two, have a spelling in common with what is meant', () => {
    const isReached = (typed: string, meant: string) =>
      spellingsOf(typed).some((spelling) => spellingsOf(meant).includes(spelling))
    for (const typo of ['ummbrella', 'ubrella', 'umbrelal', 'umbrexla', 'umbrellas', 'umbraela'])
      expect(isReached(typo, 'umbrella')).toBe(true)
    expect(isReached('steven', 'stephen')).toBe(true)
    expect(isReached('frankinstien', 'frankenstein')).toBe(true)
    expect(isReached('enma', 'emma')).toBe(true)
    expect(isReached('th', 'the')).toBe(true)
    expect(spellingsOf('1984')).toEqual([])
    expect(spellingsOf('§tkam')).toEqual([])
  })

  test('the nearest comes first, and of equally near ones the most frequent', () => {
    const known = [
      { word: 'hurry', works: 90 },
      { word: 'harry', works: 50 },
      { word: 'harrowing', works: 999 },
      { word: 'harxy', works: 1 },
    ]
    expect(nearest('harxy', known, 2)[0]).toMatchObject({ word: 'harry' })
    expect(nearest('harry', known, 5).map(({ word }) => word)).not.toContain('harrowing')
  })

  test('a short word alone is taken for no word that differs in kind: it may be an abbreviation', () => {
    const known = ['team', 'lot', 'emma'].map((word) => ({ word, works: 99 }))
    const found = (typed: string) => nearest(typed, known, 5, true).map(({ word }) => word)
    expect(found('tkam')).toEqual([])
    expect(found('enma')).toEqual(['emma'])
  })
})

describe('the order of results', () => {
  const work = (title: string, author: string, more: Partial<Candidate> = {}): Candidate => ({
    id: title,
    title,
    author,
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
    const like = { ...one!, isPrefix: true, spellings: [{ word: 'emmy', typos: 0.7 }] }
    const score = (title: string) => scoreOf(work(title, ''), [like])
    expect(score('Emma')).toBeGreaterThan(score('Emmanuel'))
    expect(score('Emmanuel')).toBeGreaterThan(score('Emmy'))
    expect(score('Emmy')).toBeGreaterThan(score('Other'))
  })

  const first = (text: string, works: Candidate[]) => rank(works, wanted(text))[0]!.id

  test('a subtitle costs little, and what stands between words nothing', () => {
    expect(first('wild', [work('Wild Fire', 'A'), work('Wild: From Lost to Found', 'B')])).toContain('Lost')
    expect(first('angels and demons', [work('Demons and Angels', 'A'), work('Angels & Demons', 'B')])).toContain('&')
  })

  test('an author’s books come before books about them', () => {
    const works = [
      work('The Jane Austen Book Club', 'Karen Fowler'),
      work('Emma', 'Jane Austen'),
      work('Lady Susan', 'Jane Austen'),
    ]
    for (const text of ['jane austen', 'Austen, Jane', 'austen'])
      expect(['Emma', 'Lady Susan']).toContain(first(text, works))
    expect(first('jk rowling', [work('A Rowling Reader', 'Jk Other'), work('Potter', 'J.K. Rowling')])).toBe('Potter')
  })

  test('volumes of a series come in order, sets of them last, and a volume by its number', () => {
    const works = [
      work('The Set (Twilight, #1-4)', 'M'),
      work('New Moon (Twilight, #2)', 'M'),
      work('Eclipse (Twilight, #3)', 'M'),
      work('Twilight (Twilight, #1)', 'M'),
    ]
    const order = rank(works, wanted('twilight')).map(({ id }) => id.split(' (')[0])
    expect(order).toEqual(['Twilight', 'New Moon', 'Eclipse', 'The Set'])
    expect(first('twilight 3', works)).toContain('Eclipse')
  })

  test('a title that goes on within its last word is meant', () => {
    const works = [work('Hunger', 'Ga Other'), work('The Hunger Games', 'Collins')]
    expect(first('hunger ga', works)).toBe('The Hunger Games')
  })

  test('of a guess, what is far behind the best is left out', () => {
    const works = [work('The Book Thief', 'Markus Zusak'), work('A Life in Pictures of a Thief', 'B')]
    const asked = [asTyped('thief', 9, 6), asTyped('zusak', 1, 9)]
    expect(rank(works, asked)).toHaveLength(2)
    expect(rank(works, asked, true)).toHaveLength(1)
  })
})
