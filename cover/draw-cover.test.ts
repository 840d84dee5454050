import { existsSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { openFraunces } from '#server/sharing/typeface.ts'
import { realTitles } from '#tests/kit/search/real-titles.ts'
import { titlesOfAllKinds } from '#tests/kit/titles-of-all-kinds.ts'
import { coverSvg } from './cover-svg.ts'
import { COVER_HEIGHT, COVER_WIDTH, type Box, type Drawing, type TextLine } from './drawing.ts'
import { drawCover, NO_PHOTO } from './draw-cover.ts'
import { graphemesOf } from './fit-text.ts'
import { widthOf } from './measure.ts'
import { layoutNames, ornamentNames, type CoverFacts, type Variant } from './variant.ts'

const csv = process.env.BOOKS_CSV
const hasCsv = csv !== undefined && existsSync(csv)
/** Two thousand of ten thousand. */
const EVERY = 5
const listed: CoverFacts[] = hasCsv
  ? (await realTitles())
      .filter((_, at) => at % EVERY === 0)
      .map(({ isbn, title, author }) => ({ id: isbn ?? title, title, author }))
  : []
const fraunces = openFraunces()
const words = new Map<string, number>()
/** Width by the typeface's own metrics, with kerning; by our estimate for missing letters. */
function realWidth(text: string): number {
  if (!fraunces.covers(text)) return widthOf(text)
  for (const word of text.split(' ')) if (!words.has(word)) words.set(word, fraunces.outline(word, 1).width)
  const space = words.get(' ') ?? fraunces.outline(' ', 1).width
  words.set(' ', space)
  return text.split(' ').reduce((sum, word) => sum + words.get(word)! + space, -space)
}
const asText = ({ text, x, y, size }: TextLine, colour: string) => `${x} ${y} ${size} ${colour} ${text}`

/** Describes every way in which a line leaves its box. */
function overflows({ lines }: Drawing): string[] {
  return lines.flatMap(({ text, kind, x, y, size, anchor, direction, box }) => {
    const width = realWidth(text) * size
    const before = { start: 0, middle: 0.5, end: 1 }[anchor]
    const left = x - width * (direction === 'rtl' ? 1 - before : before)
    const wrong = [
      left < box.x - 0.3 && 'left',
      left + width > box.x + box.width + 0.3 && 'right',
      y - size * 0.8 < box.y - 0.3 && 'above',
      y + size * 0.2 > box.y + box.height + 0.3 && 'below',
    ].filter(Boolean)
    return wrong.map((side) => `${kind} “${text}” overflows ${String(side)}`)
  })
}

function collisions({ lines }: Drawing): string[] {
  const shown = lines.filter(({ kind }) => kind !== 'initial').toSorted((one, other) => one.y - other.y)
  return shown.flatMap((line, at) => {
    const above = shown[at - 1]
    return above && line.y - line.size * 0.72 < above.y ? [`“${line.text}” runs into “${above.text}”`] : []
  })
}

const liesOnBoard = ({ x, y, width, height }: Box) =>
  x >= 0 && y >= 0 && x + width <= COVER_WIDTH && y + height <= COVER_HEIGHT

function faultsOf(book: CoverFacts, variant?: Variant): string[] {
  const drawing = drawCover(book, variant)
  const offBoard = drawing.lines
    .filter(({ box }) => !liesOnBoard(box))
    .map(({ text }) => `“${text}” lies off the board`)
  const titles = drawing.lines.filter(({ kind }) => kind === 'title' || kind === 'subtitle')
  const authors = drawing.lines.filter(({ kind }) => kind === 'author')
  const counts = [titles.length < 1 || titles.length > 5, authors.length > 2].map((wrong) => (wrong ? 'lines' : ''))
  return [...overflows(drawing), ...collisions(drawing), ...offBoard, ...counts.filter(Boolean)].map(
    (fault) => `${variant?.layout ?? ''} ${book.title.slice(0, 60)}: ${fault}`,
  )
}

describe('nothing overflows', () => {
  test.each(layoutNames)('of some hundreds of titles of all kinds, on the layout %s', (layout) => {
    expect(titlesOfAllKinds.length).toBeGreaterThan(300)
    expect(titlesOfAllKinds.flatMap((book) => faultsOf(book, { layout, ornament: 'rule', cloth: 0 }))).toEqual([])
  })

  test.skipIf(!hasCsv)(`of the titles that BOOKS_CSV names (${hasCsv ? listed.length : 'no such file here'})`, () => {
    expect(listed.flatMap((book) => faultsOf(book))).toEqual([])
  })
})

describe('a cover', () => {
  test('is the same for the same book, to the byte, and another for another copy', () => {
    for (const book of titlesOfAllKinds)
      expect(coverSvg(drawCover({ ...book }), asText)).toBe(coverSvg(drawCover(book), asText))
    const [book] = titlesOfAllKinds
    const copies = Array.from({ length: 40 }, (_, id) => coverSvg(drawCover({ ...book!, id: String(id) }), asText))
    expect(new Set(copies).size).toBeGreaterThan(30)
  })

  test('says on each that there is no photo', () => {
    for (const book of titlesOfAllKinds)
      expect(drawCover(book).lines.filter(({ text, kind }) => text === NO_PHOTO && kind === 'mark')).toHaveLength(1)
  })

  test('says the whole title, or an ellipsis where it ends', () => {
    for (const book of titlesOfAllKinds) {
      const lines = drawCover(book).lines.filter(({ kind }) => kind === 'title' || kind === 'subtitle')
      const bare = (text: string) => text.normalize('NFC').replaceAll(/[\s:–—-]/gu, '')
      const said = bare(lines.map(({ text }) => text).join(''))
      const isCut = said.endsWith('…') && !book.title.endsWith('…')
      expect(said).toBe(isCut ? `${bare(book.title).slice(0, said.length - 1)}…` : bare(book.title))
    }
  })

  test('never breaks what a reader takes for one character', () => {
    const family = titlesOfAllKinds.find(({ title }) => title.startsWith('👩'))!
    const [whole] = graphemesOf(family.title)
    for (const layout of layoutNames) {
      const { lines } = drawCover(family, { layout, ornament: 'rule', cloth: 0 })
      for (const { text } of lines.filter(({ kind }) => kind === 'title'))
        expect(text.replace(/…$/, '').replaceAll(whole!, '')).toBe('')
    }
  })

  test('names the first of many authors and says that there are others', () => {
    const crowd = titlesOfAllKinds.find(({ author }) => author.includes('Author Number 40'))!
    for (const layout of layoutNames) {
      const { lines } = drawCover(crowd, { layout, ornament: 'rule', cloth: 0 })
      const author = lines.filter(({ kind }) => kind === 'author').map(({ text }) => text)
      expect(author.join(' ')).toMatch(/^Author Number 1\b.* and others$/)
    }
  })

  test('of a right-to-left title has its spine and the starts of its lines on the right', () => {
    const book = { id: '1', title: 'ألف ليلة وليلة', author: 'Antoine Galland' }
    const drawing = drawCover(book, { layout: 'spine', ornament: 'fleuron', cloth: 3 })
    const [title] = drawing.lines
    const author = drawing.lines.find(({ kind }) => kind === 'author')
    expect(drawing.isMirrored).toBe(true)
    expect(title).toMatchObject({ direction: 'rtl', anchor: 'start' })
    expect(author).toMatchObject({ direction: 'ltr', anchor: 'end', x: title!.x })
    expect(title!.x).toBeGreaterThan(COVER_WIDTH / 2)
  })

  test('in a script that Fraunces lacks has no ornament', () => {
    for (const layout of layoutNames) {
      const shapesWith = (title: string) =>
        ornamentNames.map(
          (ornament) => drawCover({ id: '1', title, author: 'A' }, { layout, ornament, cloth: 0 }).shapes,
        )
      expect(new Set(shapesWith('猫').map((shapes) => JSON.stringify(shapes))).size).toBe(1)
      expect(new Set(shapesWith('Cat').map((shapes) => JSON.stringify(shapes))).size).toBe(4)
    }
  })

  test('of letters without width, as many as a book may have, measures none of them over and over', () => {
    const unseen = (most: number) => 'W'.repeat(20).padEnd(most, '\u200b')
    // Called for each letter that the table of widths lacks.
    const normalize = vi.spyOn(String.prototype, 'normalize')
    for (const layout of layoutNames)
      drawCover({ id: '1', title: unseen(300), author: unseen(1000) }, { layout, ornament: 'rule', cloth: 0 })
    const measured = normalize.mock.calls.length / layoutNames.length
    normalize.mockRestore()
    expect(measured).toBeLessThan(20 * 1300)
  })
})
