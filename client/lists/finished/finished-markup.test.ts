import { createElement, memo } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { FinishedMarkup } from './finished-markup.ts'

interface Props {
  book: { id: string; title: string; postedAt: Date }
  Action: () => null
}

const Action = () => null
const Card = memo(({ book }: Props) => book.title)
const Row = ({ book }: Props) => book.title
const bookOf = (title: string) => ({ id: '1', title, postedAt: new Date(0) })
const site = { name: 'Dogear' }

/** Asks for the markup of elements in turn; returns how often one was made. */
function timesMade(finished: FinishedMarkup, asked: [element: React.ReactElement, common: unknown][]): number {
  const make = vi.fn<() => string>(() => 'markup')
  for (const [element, common] of asked) expect(finished.of(element, common, make)).toBe('markup')
  return make.mock.calls.length
}

describe('markup is finished once', () => {
  const card = createElement(Card, { book: bookOf('Dune'), Action })

  test('for elements that are alike, in pages of another visit', () => {
    const again = createElement(Card, { book: bookOf('Dune'), Action })
    expect(
      timesMade(new FinishedMarkup(), [
        [card, site],
        [again, site],
        [again, { ...site }],
      ]),
    ).toBe(1)
  })

  test.each([
    ['another title', createElement(Card, { book: bookOf('Emma'), Action }), site],
    ['another component', createElement(Row, { book: bookOf('Dune'), Action }), site],
    ['another component among the props', createElement(Card, { book: bookOf('Dune'), Action: () => null }), site],
    ['another configuration', card, { name: 'Another club' }],
  ])('but again for %s', (_, other, common) => {
    expect(
      timesMade(new FinishedMarkup(), [
        [card, site],
        [other, common],
      ]),
    ).toBe(2)
  })

  test('and again on another day', () => {
    const finished = new FinishedMarkup()
    vi.useFakeTimers({ now: new Date('2026-12-31T23:59:59Z') })
    expect(timesMade(finished, [[card, site]])).toBe(1)
    vi.setSystemTime(new Date('2027-01-01T00:00:00Z'))
    expect(timesMade(finished, [[card, site]])).toBe(1)
    vi.useRealTimers()
  })
})

test('as much is kept as there is room for, what was asked for last', () => {
  const finished = new FinishedMarkup(2000)
  const make = vi.fn<() => string>(() => 'x'.repeat(600))
  const ask = (title: string) => finished.of(createElement(Row, { book: bookOf(title), Action }), site, make)
  for (const title of ['A', 'B', 'A', 'C', 'A']) ask(title)
  expect(make).toHaveBeenCalledTimes(3)
  ask('B')
  expect(make).toHaveBeenCalledTimes(4)
})
