import { expect, test } from 'vitest'
import { noFilters } from '#contract/search/search-request.ts'
import { isUnfiltered, readListRequest, redundantFilters } from './list-request.ts'

const ask = (query: string, of?: object) => readListRequest(new URLSearchParams(query), of)

test('a search asks for what its address says', () => {
  const { fromUrl, effective } = ask('q=fox&condition=good,fair&seller=nobody')
  expect(fromUrl).toEqual({ ...noFilters, q: 'fox', exact: false, condition: ['good', 'fair'] })
  expect(effective).toEqual(fromUrl)
})

test('a list keeps to its own books, and has no words', () => {
  const all = ask('q=fox&exact=true&category=cook-book&photo=true', {})
  expect(all.effective).toEqual({ ...noFilters, q: '', exact: false, category: ['cook-book'], photo: true })
  const category = ask('category=cook-book&condition=good', { category: 'novel-book' })
  expect(category.fromUrl.category).toEqual([])
  expect(category.effective).toMatchObject({ category: ['novel-book'], condition: ['good'] })
  const id = '3f0a2b4c-1111-4222-8333-444455556666'
  const seller = ask(`seller=${id.replace('3', '4')}`, { sellerId: id })
  expect([seller.fromUrl.seller, seller.effective.seller]).toEqual(['', id])
})

test('whose own filters count as none, and are not offered', () => {
  expect(isUnfiltered(ask('', { category: 'novel-book' }).fromUrl)).toBe(true)
  expect(isUnfiltered(ask('sort=price&cursor=abc', {}).fromUrl)).toBe(true)
  expect([isUnfiltered(ask('condition=good', {}).fromUrl), isUnfiltered(ask('q=fox').fromUrl)]).toEqual([false, false])
  expect([
    redundantFilters({ category: 'a' }),
    redundantFilters({ sellerId: 'b' }),
    redundantFilters({}),
    redundantFilters(undefined),
  ]).toEqual([['category'], ['verified'], [], []])
})
