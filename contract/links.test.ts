import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { namesLink, namesWayOut, withoutLinks } from './links.ts'

const LINKS = [
  'your account is locked, confirm it at https://evil.example/login within 24 hours',
  'prize evil.example/u',
  'www.ghost.com',
  'WWW.EVIL.RU now',
  'see evil.com.',
  'Evil.Com',
  'go to bit.ly/3xYz',
  't.me/abc',
  'paypal-secure.top (free)',
  'кто.рф',
  'ｅｖｉｌ．ｃｏｍ',
  'evil.\u200Bcom',
  'evil\u2024com',
  'hxxp://evil.example',
  'mailto:x',
  'http://192.0.2.7/x',
  '192.0.2.7/x',
  'evil.example:8080/x',
  'xn--80ak6aa92e.com',
  'evil.xn--p1ai',
  'evil_site.com',
  'me@gmail.example',
]
const CONTACTS = ['call +1 555 0100', 'Ring 030 1234567', 'tel. 0170-555-01-42', '491705550142']
const NEITHER = [
  'Dr. No',
  'Dr.No',
  'DR.NO',
  'Catch-22',
  '1984',
  'Node.js in Action',
  'Learning Vue.js 3.2.1',
  'Pro ASP.NET Core in C#',
  'What If?',
  'St.Mary’s',
  'The School at St.Ives',
  'Mr.Men',
  'The Dot.Com Bubble',
  'D.N.Angel, Vol.2',
  'J.R.R.Tolkien/C.S.Lewis',
  'E.T. the Extra-Terrestrial',
  'will.i.am',
  'Accountancy for B.Com and M.Com',
  'S.H.I.E.L.D.',
  '11/22/63',
  'The Great War 1914-1918',
  'Poems, 1909 – 1962',
  '1.000.000 Ways',
  '20,000,000 Leagues',
  '10 PRINT CHR$(205.5+RND(1)); : GOTO 10',
  'She said yes.Then she left.In the end',
  'and/or',
  'Either/Or: A.B/C.D',
  'ISBN 978-3-16-148410-0',
  '@War',
  'C++: 2.0 vs. 3.0',
  '你好。中国',
  'Ratio 3:16',
  'http',
]

describe('a link', () => {
  test.each(['evil.co.uk', 'evil.co.uk/u', 'Evil.Co.Uk', 'evil.co.jp', 'evil。com', 'evil｡example/u'])(
    'stands in “%s”',
    (text) => {
      expect(namesLink(text)).toBe(true)
      expect(withoutLinks(text)).toBe('…')
    },
  )
  test.each(LINKS)('stands in “%s”', (text) => {
    expect(namesLink(text)).toBe(true)
    expect(withoutLinks(text)).toContain('…')
    expect(withoutLinks(text)).not.toMatch(/[\p{L}\p{N}][.:]\p{L}{2}|:\/\//u)
  })
  test.each(NEITHER)('is none in “%s”', (text) => expect(namesWayOut(text)).toBe(false))
  test.each(CONTACTS)('and contacts: “%s”', (text) => {
    expect(namesLink(text)).toBe(false)
    expect(namesWayOut(text)).toBe(true)
  })
})

test('a place may have numbers of houses and postal codes', () => {
  for (const place of [
    'Berlin 10115',
    'Springfield 62701-1234',
    '150-0001 Tokyo',
    '12-14 High St, SW1A 1AA',
    '01310-100',
  ])
    expect(namesWayOut(place, 9)).toBe(false)
  expect(namesWayOut('Berlin, +49 170 5550142', 9)).toBe(true)
})

test('what mail programs would make a link of is broken, the rest stays to the letter', () => {
  expect(withoutLinks('Mr.Men at https://evil.example/u, or me@evil.example!')).toBe('Mr. Men at … or …')
  for (const text of ['Node.js in Action', '½ of “it” …', 'Dr. No', '11/22/63']) expect(withoutLinks(text)).toBe(text)
})

test.runIf(process.env.BOOKS_CSV)('no title or author of ten thousand real books has one', () => {
  const [, ...rows] = readFileSync(process.env.BOOKS_CSV!, 'utf8').trim().split('\n')
  const texts = rows.map((row) => row.replace(/^\d*,/, '').replace(/,[^,]*,[^,]*,[^,]*$/, ''))
  expect(texts.length).toBeGreaterThan(9000)
  expect(texts.filter((text) => namesWayOut(text))).toEqual([])
})
