import { expect, test } from 'vitest'
import { RecalledPages, type PlaceOfPage } from './recalled-pages.ts'

const at = (place: Partial<PlaceOfPage>): PlaceOfPage => ({ pathname: '/list', sort: null, start: null, ...place })
const page = (id: string) => ({ items: [{ id }], next: null })

test('a page is found again by its list, its order and where it begins', () => {
  const memory = new RecalledPages<{ id: string }>()
  memory.remember(at({ start: 'b' }), page('second'))
  expect(memory.recall(at({ start: 'b' }))).toEqual(page('second'))
  const others = [at({}), at({ start: 'b', sort: 'price' }), at({ start: 'b', pathname: '/other' })]
  expect(others.map((other) => memory.recall(other))).toEqual([undefined, undefined, undefined])
})

test('what was sent again replaces what was sent before', () => {
  const memory = new RecalledPages<{ id: string }>()
  memory.remember(at({}), page('before'))
  memory.remember(at({}), page('after'))
  expect(memory.recall(at({}))).toEqual(page('after'))
})

test('fifty pages are kept, those that were sent last', () => {
  const memory = new RecalledPages<{ id: string }>()
  const start = (number: number) => at({ start: String(number) })
  for (let number = 0; number < 50; number += 1) memory.remember(start(number), page(String(number)))
  memory.remember(start(0), page('again'))
  memory.remember(start(50), page('50'))
  expect([0, 1, 2, 50].map((number) => memory.recall(start(number))?.items[0]?.id)).toEqual([
    'again',
    undefined,
    '2',
    '50',
  ])
})
