import { describe, expect, test } from 'vitest'
import { sampleBook } from '#tests/kit/books/sample-book.ts'
import { drawable } from './letters.ts'
import { bookCard } from './share-card.ts'
import { openFraunces, openInstrument } from './typeface.ts'

const fraunces = openFraunces()
const faces = { fraunces, instrument: openInstrument() }
const brand = { name: 'Dogear', tagline: 'A club' }
const cardOf = (title: string) => bookCard({ ...sampleBook, title, images: ['/a.webp'] }, brand, faces)
const width = (text: string) => fraunces.outline(text, 100).width

test.each([
  ['Cyrillic', 'Война и мир'],
  ['Greek', 'Ο βίος του Αλέξη Ζορμπά, ἐν ἀρχῇ'],
  ['Arabic', 'ألف ليلة وليلة (رواية) ٢٠١٠'],
  ['Persian', 'می‌خواهم بدانم'],
  ['Hebrew', 'סיפור על אהבה וחושך; בְּרֵאשִׁית'],
  ['Hindi', 'गोदान: कृष्णा की कहानियाँ।'],
  ['Bengali', 'পথের পাঁচালী'],
  ['Punjabi', 'ਪਿੰਜਰ'],
  ['Gujarati', 'સરસ્વતીચંદ્ર'],
  ['Tamil', 'பொன்னியின் செல்வன்'],
  ['Telugu', 'వేయిపడగలు'],
  ['Kannada', 'ಮೂಕಜ್ಜಿಯ ಕನಸುಗಳು'],
  ['Malayalam', 'ചെമ്മീൻ'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Thai', 'สี่แผ่นดิน น้ำใจ'],
  ['Lao', 'ສິນໄຊ'],
  ['Burmese', 'မြန်မာ ကျွန်တော်'],
  ['Khmer', 'ផ្កាស្រពោន'],
  ['Georgian', 'ვეფხისტყაოსანი'],
  ['Armenian', 'Սամվել'],
  ['Amharic', 'ፍቅር እስከ መቃብር'],
  ['Japanese', '吾輩は猫である「新装版」'],
  ['Chinese', '红楼梦：一百二十回本；倚天屠龍記'],
  ['Korean', '엄마를 부탁해'],
])('a title in %s is drawn', (_script, title) => {
  expect(drawable(title, fraunces)).toBe(title.normalize('NFC'))
  expect(cardOf(title)).not.toBe(cardOf(''))
})

describe('letters are shaped', () => {
  test('Arabic ones join', () => {
    const apart = Array.from('سلام', width).reduce((sum, one) => sum + one, 0)
    expect(width('سلام')).toBeLessThan(apart * 0.9)
  })

  test('consonants of Hindi become one', () => {
    expect(width('क्ष')).toBeLessThan(width('क') + width('ष'))
  })

  test('a tone above a Thai vowel moves no letter', () => {
    expect(width('ที่')).toBeCloseTo(width('ท'), 0)
  })
})

describe('text of both directions', () => {
  /** Where a text begins in a drawing of several: the first point of each path. */
  const beginnings = (text: string) =>
    [...fraunces.outline(text, 100).d.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x))

  test('runs from the right, with words and numbers inside from the left', () => {
    const { width: ofNumber } = fraunces.outline('12', 100)
    const alone = fraunces.outline('12', 100).d
    // Hebrew first, so it stands right of the number, whose digits keep their order.
    expect(fraunces.outline('שיר 12', 100).d.startsWith(alone)).toBe(true)
    expect(Math.min(...beginnings('שיר 12').slice(-3))).toBeGreaterThan(ofNumber)
    expect(fraunces.outline('12 שיר', 100, 'ltr').d.startsWith(alone)).toBe(true)
  })

  test('turns brackets round', () => {
    const opened = fraunces.outline('(א)', 100).d
    expect(opened).not.toBe(fraunces.outline(')א(', 100).d)
    // The bracket on the left opens to the right, as '(' does alone.
    expect(opened.startsWith(fraunces.outline('(', 100, 'ltr').d)).toBe(true)
  })
})

test('a title with a sign that no font has is left out, rather than boxes or the category', () => {
  for (const title of ['ᚠᚢᚦᚨᚱᚲ', 'The ᚠ Rune', '龘𠮷'])
    expect({ title, card: cardOf(title) }).toEqual({ title, card: cardOf('') })
})

test('emoji are left out, and what they join, too', () => {
  expect(drawable('👩‍👩‍👧 The Family 🍎', fraunces)).toBe('The Family')
})
