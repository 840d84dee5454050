import { expect, test } from 'vitest'
import { noFilters } from '#contract/search/search-request.ts'
import { isWhole, readListRequest, uselessIn } from './list-request.ts'

const ask = (query: string, of?: object) => readListRequest(new URLSearchParams(query), of)

test('a search asks for what its address says', () => {
  const { said, asked } = ask('q=fox&condition=good,fair&seller=nobody')
  expect(said).toEqual({ ...noFilters, q: 'fox', exact: false, condition: ['good', 'fair'] })
  expect(asked).toEqual(said)
})

test('a list keeps to its own books, and has no words', () => {
  const all = ask('q=fox&exact=true&category=cook-book&photo=true', {})
  expect(all.asked).toEqual({ ...noFilters, q: '', exact: false, category: ['cook-book'], photo: true })
  const category = ask('category=cook-book&condition=good', { category: 'novel-book' })
  expect(category.said.category).toEqual([])
  expect(category.asked).toMatchObject({ category: ['novel-book'], condition: ['good'] })
  const id = '3f0a2b4c-1111-4222-8333-444455556666'
  const seller = ask(`seller=${id.replace('3', '4')}`, { sellerId: id })
  expect([seller.said.seller, seller.asked.seller]).toEqual(['', id])
})

test('whose own filters count as none, and are not offered', () => {
  expect(isWhole(ask('', { category: 'novel-book' }).said)).toBe(true)
  expect(isWhole(ask('sort=price&cursor=abc', {}).said)).toBe(true)
  expect([isWhole(ask('condition=good', {}).said), isWhole(ask('q=fox').said)]).toEqual([false, false])
  expect([uselessIn({ category: 'a' }), uselessIn({ sellerId: 'b' }), uselessIn({}), uselessIn(undefined)]).toEqual([
    ['category'],
    ['verified'],
    [],
    [],
  ])
})
