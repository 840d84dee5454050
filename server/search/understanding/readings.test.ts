import { describe, expect, test } from 'vitest'
import { parseQuery, tsqueryOf, type Wanted } from '#server/search/query.rules.ts'
import { guesses, readingsAsTyped, readingsReworded, type Dictionary } from './readings.rules.ts'

const dictionary = (works: Record<string, number>, begun: Record<string, number> = {}): Dictionary => ({
  works: new Map(Object.entries(works)),
  begun: new Map(Object.entries(begun)),
  total: 10_000,
})
const queries = (readings: readonly { required: readonly Wanted[]; enough: number | null }[]) =>
  readings.map((reading) => tsqueryOf({ ...reading, unwanted: [] }))
const near = (word: string, works = 9) => ({ word, works })
const typed = (text: string, known: Dictionary, isExact = false) => readingsAsTyped(parseQuery(text), known, isExact)

describe('as typed', () => {
  test('titles and authors first, then whole listings; an unknown word may be a beginning', () => {
    const readings = typed('harry pott', dictionary({ harry: 7 }, { pott: 4 }))
    expect(readings.map(({ among }) => among)).toEqual(['works', 'texts'])
    expect(queries(readings)).toEqual(["(('harry')&('pott':*))", "(('harry')&('pott'))"])
  })

  test('small words are required only where nothing else is, or where the others have too many works', () => {
    expect(
      queries(typed('the shining by king paperback 2005', dictionary({ the: 4000, shining: 5, king: 99 })))[0],
    ).toBe("(('shining')&('king'))")
    expect(queries(typed('the who', dictionary({ the: 4000, who: 50 })))[0]).toBe("(('the')&('who'))")
    expect(queries(typed('the king', dictionary({ the: 4000, king: 900 }))).slice(0, 2)).toEqual([
      "(('the')&('king'))",
      "(('king'))",
    ])
  })

  test('numbers, plurals and names in other spellings are looked for with a word, but not where it is to be exact', () => {
    const known = dictionary({ fifty: 5, shades: 4, shade: 3, '50': 2, tolstoy: 9, '§lotr': 3 })
    expect(queries(typed('50 shades', known))[0]).toBe("(('50'|'fifty')&('shades'|'shade'))")
    expect(queries(typed('Толстой', known))[0]).toBe("(('толстои'|'tolstoy'))")
    expect(queries(typed('lotr', known))[0]).toBe("(('lotr'|'§lotr'))")
    expect(queries(typed('50 shades', known, true))[0]).toBe("(('50')&('shades'))")
    expect(queries(typed('"shades"', known))[0]).toBe("(('shades'))")
  })

  test('listings are searched for the rarest of many words, and not for common ones alone', () => {
    const many = Array.from({ length: 8 }, (_, at) => `common${at}`)
    const known = dictionary({ ...Object.fromEntries(many.map((word) => [word, 9000])), keeper: 3 })
    expect(typed(many.slice(0, 4).join(' '), known).map(({ among }) => among)).toEqual(['works'])
    const [, texts] = typed(`${many.join(' ')} keeper`, known)
    expect(texts!.required).toHaveLength(6)
  })
})

test('words that were typed together or apart are looked for as they may be meant', () => {
  const terms = parseQuery('harry potter').terms
  const [reading] = readingsReworded([terms], dictionary({ harry: 7, potter: 7 }))
  expect(reading).toMatchObject({ isGuess: true, enough: null })
})

describe('guesses', () => {
  const guessed = (
    text: string,
    known: Dictionary,
    neighbours: Record<string, { word: string; works: number }[]> = {},
  ) => guesses(parseQuery(text), known, new Map(Object.entries(neighbours)))

  test('unknown words are corrected; then known ones, too', () => {
    const { all } = guessed('harry stnoe', dictionary({ harry: 7 }), { stnoe: [near('stone')], harry: [near('hurry')] })
    expect(queries(all)).toEqual(["(('harry')&('stnoe'|'stone'))", "(('harry':*|'hurry')&('stnoe':*|'stone'))"])
    expect(all.every(({ isGuess }) => isGuess)).toBe(true)
  })

  test('a known word is less likely a typo than an unknown one', () => {
    const [, broad] = guessed('harry stnoe', dictionary({ harry: 7 }), {
      stnoe: [near('stone')],
      harry: [near('hurry')],
    }).all
    const typosOf = (word: string) => broad!.wanted.find((one) => one.word === word)!.spellings[0]!.typos
    expect(typosOf('harry')).toBeGreaterThan(typosOf('stnoe'))
  })

  test('quoted words are searched verbatim', () => {
    expect(guessed('"harry stone"', dictionary({ harry: 1 }))).toEqual({ all: [], some: [] })
  })

  test('some of the words suffice, the rarest by themselves', () => {
    const { some } = guessed('thief nazi xyzzyx', dictionary({ thief: 20, nazi: 4 }))
    expect(queries(some)[0]).toBe("(('nazi')&('thief'))")
    expect(queries(some).at(-1)).toBe("((('nazi'))|(('thief')))")
    expect(guessed('xyzzyx qwfpgj', dictionary({})).some).toEqual([])
  })

  test('few letters at the end may be the beginning of a word that isn’t looked up', () => {
    expect(queries(guessed('hunger ga', dictionary({ hunger: 9, ga: 1 })).all)[0]).toBe("(('hunger'))")
  })
})
