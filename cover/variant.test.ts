import { describe, expect, test } from 'vitest'
import { CLOTHS, layoutNames, ornamentNames, variantOf } from './variant.ts'

const BOOKS = 60_000

describe('variants', () => {
  const counts = new Map<string, number>()
  for (let at = 0; at < BOOKS; at += 1) {
    const { cloth, layout, ornament } = variantOf({ id: String(at), title: `Title ${at % 700}`, author: 'Ida Holm' })
    const key = `${cloth} ${layout} ${ornament}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  test('all occur, and about equally often', () => {
    const all = CLOTHS * layoutNames.length * ornamentNames.length
    expect(counts.size).toBe(all)
    // Chi squared with 287 degrees of freedom: 99.9 % of even spreads stay below 366.
    const expected = BOOKS / all
    const spread = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(spread).toBeLessThan(366)
  })

  test('stay as they are: a book keeps its cover from version to version', () => {
    expect(
      variantOf({ id: '0198f0aa-0000-7000-8000-000000000001', title: 'The Salt Road', author: 'Ida Holm' }),
    ).toEqual({ cloth: 10, layout: 'spine', ornament: 'dots' })
  })

  test('depend on title, author and copy alike', () => {
    const book = { id: '1', title: 'Soup', author: 'Eva Lund' }
    const others = [...Array(20).keys()].flatMap((at) => [
      { ...book, id: `x${at}` },
      { ...book, title: `x${at}` },
      { ...book, author: `x${at}` },
    ])
    expect(new Set(others.map((other) => JSON.stringify(variantOf(other)))).size).toBeGreaterThan(45)
  })
})
