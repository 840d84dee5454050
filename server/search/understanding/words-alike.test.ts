import { describe, expect, test } from 'vitest'
import { abbreviationsOf, equalsOf } from './equal-words.rules.ts'
import { nameApart, romanized } from './names.rules.ts'
import { sameNumber, spelledOut, withDigits, wordsOfNumber } from './numbers.rules.ts'
import { soundsOf } from './sounds.rules.ts'
import { joinedPairs, lettersApart, partsOf, splitWord } from './split-words.rules.ts'
import { abbreviations, hasSubtitle, namesOf, seriesInWords, withoutSubtitle } from './title-parts.rules.ts'

describe('numbers', () => {
  test.each([
    [7, 'seven'],
    [22, 'twenty two'],
    [451, 'four hundred fifty one'],
    [1984, 'nineteen eighty four'],
    [2001, 'two thousand one'],
    [20_000, 'twenty thousand'],
  ])('%s is said %s', (number, words) => {
    expect(wordsOfNumber(number).join(' ')).toBe(words)
    expect(withDigits(words.split(' '))?.join(' ') ?? null).toBe(words.includes(' ') ? String(number) : null)
  })

  test('are read among other words', () => {
    expect(withDigits('one hundred years of solitude'.split(' '))).toEqual(['100', 'years', 'of', 'solitude'])
    expect(withDigits('fahrenheit four fifty one'.split(' '))).toEqual(['fahrenheit', '451'])
    expect(withDigits(['emma'])).toBeNull()
    expect(withDigits('the seven husbands'.split(' '))).toBeNull()
    expect(withDigits('the seven husbands'.split(' '), 1)).toEqual(['the', '7', 'husbands'])
    expect(withDigits(['twenty', 'first'], 1)).toEqual(['20', 'first'])
    expect(spelledOut('1984')).toEqual(['nineteen', 'eighty', 'four'])
    expect(spelledOut('emma')).toBeNull()
  })

  test('have other forms', () => {
    expect(sameNumber('50')).toEqual(['fifty'])
    expect(sameNumber('fifty')).toEqual(['50'])
    expect(sameNumber('2')).toEqual(['two', 'ii'])
    expect(sameNumber('ii')).toEqual(['two', '2'])
    // Digits below twenty number the volumes of most series.
    expect(sameNumber('two')).toEqual(['ii'])
  })
})

test.each([
  ['dragon', 'dragons'],
  ['dragons', 'dragon'],
  ['city', 'cities'],
  ['cities', 'city'],
  ['flys', 'flies'],
  ['doctor', 'dr'],
  ['st', 'saint'],
  ['dostojewski', 'dostoevsky'],
  ['достоевскии', 'dostoyevsky'],
  ['dostoyevskij', 'dostoyevsky'],
  ['tolstoj', 'толстои'],
])('%s is %s as well', (word, other) => {
  expect(equalsOf(word)).toContain(other)
})

test('short words and those that only seem to be plurals have no other number', () => {
  for (const word of ['his', 'glass', 'virus', 'the']) expect(equalsOf(word)).toEqual([])
})

test('a name of one word may elsewhere be several', () => {
  expect(nameApart('laozi')).toEqual(['lao', 'tzu'])
  expect(nameApart('tolstoy')).toBeNull()
  expect(equalsOf('laozi')).toEqual(['老子', 'laozis'])
})

test('languages write a sound with other letters', () => {
  expect(soundsOf('tschechow')).toBe('chechov')
  expect(soundsOf('dostoyevsky')).toBe(soundsOf('dostojewski'))
})

test('words of other alphabets are written in Latin letters', () => {
  expect(romanized('толкин')).toBe('tolkin')
  expect(romanized('πλατων')).toBe('platon')
  expect(romanized('tolkien')).toBeNull()
})

describe('words typed together or apart', () => {
  const works = new Map(
    Object.entries({ gone: 20, with: 90, the: 900, wind: 30, catch: 9, '22': 5, harry: 30, win: 3, da: 9, vinci: 4 }),
  )

  test.each([
    ['gonewiththewind', 'gone with the wind'],
    ['catch22', 'catch 22'],
    ['davinci', 'da vinci'],
  ])('%s is %s', (word, words) => {
    expect(splitWord(word, works)?.join(' ')).toBe(words)
    for (const part of words.split(' ')) expect(partsOf(word)).toContain(part)
  })

  test('a word of which a part is unknown stays one', () => {
    expect(splitWord('harryqwx', works)).toBeNull()
    expect(splitWord('wind', works)).toBeNull()
  })

  test('neighbours may be one, and letters words', () => {
    expect(joinedPairs(['a', 'mocking', 'bird'])).toEqual([
      ['amocking', 'bird'],
      ['a', 'mockingbird'],
    ])
    expect(lettersApart(['ps', 'love'], (word) => word === 'ps')).toEqual(['p', 's', 'love'])
  })
})

describe('titles and names', () => {
  test.each([
    ['New Moon (Twilight, #2)', { words: ['twilight'], number: 2, isSet: false }],
    ['Set (The Hunger Games, #1-3)', { words: ['the', 'hunger', 'games'], number: 1, isSet: true }],
    ['Keyhole (The Dark Tower, #4.5)', { words: ['the', 'dark', 'tower'], number: 4.5, isSet: false }],
    ['Mort (Discworld, #4; Death, #1)', { words: ['discworld'], number: 4, isSet: false }],
    ['Emma (Classics)', null],
  ])('%s', (title, series) => {
    expect(seriesInWords(title)).toEqual(series)
  })

  test('a subtitle is told from a title', () => {
    expect(withoutSubtitle('The Wild: From Lost to Found')).toEqual(['wild'])
    expect(hasSubtitle('Emma')).toBe(false)
  })

  test('initials of a title and of its series', () => {
    expect(abbreviations('To Kill a Mockingbird')).toContain('§tkam')
    expect(abbreviations('The Two Towers (The Lord of the Rings, #2)')).toEqual(expect.arrayContaining(['§lotr']))
    expect(abbreviationsOf(['emma'])).toEqual([])
  })

  test('each author is a name, first name first', () => {
    expect(namesOf('J.K. Rowling, Mary GrandPré')).toEqual([
      ['j', 'k', 'rowling'],
      ['mary', 'grandpre'],
    ])
    expect(namesOf('Tolkien, J.R.R.')).toEqual([['j', 'r', 'r', 'tolkien']])
  })
})
