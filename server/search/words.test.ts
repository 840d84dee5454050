import { describe, expect, test } from 'vitest'
import { normalize, indexedWords, mainTitle, tokenize } from './words.rules.ts'

describe('words as they are compared', () => {
  test.each([
    ['Éléonore’s CAFÉ', 'eleonores cafe'],
    ["Ender's Game", 'enders game'],
    ['Straße, Øre, Łódź, Æsop, Þór', 'strasse ore lodz aesop thor'],
    ['Ｆｕｌｌ width ﬁne', 'full width fine'],
    ['Преступление и НАКАЗАНИЕ, ёлка', 'преступление и наказание елка'],
    ['Ο ΛΌΓΟΣ του Πλάτωνος', 'ο λογοσ του πλατωνοσ'],
    ['ألف لَيْلَة وليـــلة', 'الف ليله وليله'],
    ['שָׁלוֹם', 'שלום'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['हिन्दी किताब', 'हिन्दी किताब'],
    ['Catch-22 (a novel): 1984!', 'catch 22 a novel 1984'],
    ['한국어 책', '한국어 책'],
    ['三体', '三体'],
    ['ノルウェイの森', 'ノル ルウ ウェ ェイ イの の森'],
    ['ガラスの仮面', 'ガラ ラス スの の仮 仮面'],
    ['ab\0c', 'ab c'],
    ['   ', ''],
    ['!!! -- ???', ''],
  ])('%s', (text, words) => {
    expect(tokenize(text).join(' ')).toBe(words)
  })

  test('one sign of a script without spaces stands for itself', () => {
    expect(tokenize('书')).toEqual(['书'])
    expect(tokenize('abc书店x')).toEqual(['abc', '书店', 'x'])
  })

  test('are no more and no longer than asked for', () => {
    expect(tokenize('a '.repeat(500), 7)).toHaveLength(7)
    expect(tokenize('x'.repeat(10_000))).toEqual(['x'.repeat(40)])
    expect(normalize('')).toBe('')
  })
})

test('an index has initials in one word, too, and each word once', () => {
  expect(indexedWords(tokenize('J.R.R. Tolkien'))).toEqual(['j', 'r', 'tolkien', 'jrr'])
  expect(indexedWords(tokenize('a b'))).toEqual(['a', 'b', 'ab'])
  expect(indexedWords(['one', 'one'])).toEqual(['one'])
  expect(indexedWords(tokenize('書店員'))).toEqual(['書店', '店員', '書', '店', '員'])
})

test.each([
  ['The Hunger Games (The Hunger Games, #1)', 'hunger games'],
  ['Die Verwandlung', 'verwandlung'],
  ['The', 'the'],
  ['(untitled)', 'untitled'],
  ['1984', '1984'],
])('people look %s up as %s', (title, main) => {
  expect(mainTitle(title)).toBe(main)
})
