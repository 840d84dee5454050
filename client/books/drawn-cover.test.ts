import { describe, expect, test } from 'vitest'
import { coverLabel, drawCover } from '#cover/draw-cover.ts'
import { titlesOfAllKinds } from '#tests/kit/titles-of-all-kinds.ts'
import { coverMarkup } from './drawn-cover.tsx'

/** What the markup may consist of, beside texts. */
const TAG = /<(?:\/(?:div|svg|g|path|text)|(?:div|svg|g|path|text)(?: (?!on)[a-zA-Z-]+="[^"<>]*")*)>/g
const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"' }

const read = (escaped: string) =>
  escaped.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name])

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</text></svg></div><a href="javascript:alert(1)">Free books</a>',
  '" onload="alert(1)',
  `' onload='alert(1)`,
  '&lt;b&gt; &amp; &quot;',
  '<!-- ]]> <![CDATA[',
  '$& $1 $`',
]
const hostileBooks = hostile.flatMap((words) =>
  // Other ids have other layouts.
  Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, title: words, author: words })),
)
const covers = [...titlesOfAllKinds, ...hostileBooks].map((book) => ({
  ...drawCover(book),
  markup: coverMarkup(book),
  label: coverLabel(book.title),
}))

describe('the markup of a drawn cover', () => {
  test('has no tags or attributes but its own, whatever a seller wrote', () => {
    for (const { markup } of covers) expect(markup.replace(TAG, '')).not.toMatch(/[<>]/)
  })

  test('says what is drawn, letter by letter', () => {
    for (const { markup, lines } of covers) {
      const texts = Array.from(markup.matchAll(/<text [^>]*>([^<]*)<\/text>/g), ([, text]) => read(text!))
      expect(texts).toEqual(lines.map(({ text }) => text))
    }
  })

  test('is named for those who don’t see it', () => {
    for (const { markup, label } of covers) {
      const [, written] = /<svg [^>]*aria-label="([^"]*)"/.exec(markup)!
      expect(read(written!)).toBe(label)
    }
  })

  test('draws each shape, in the colours of its binding', () => {
    for (const { markup, shapes, cloth } of covers) {
      expect(markup).toContain(`class="cover cloth-${cloth} `)
      expect(Array.from(markup.matchAll(/<path d="([^"]*)"/g), ([, d]) => d)).toEqual(shapes.map(({ d }) => d))
    }
  })
})
