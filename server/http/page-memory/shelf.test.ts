import { expect, test } from 'vitest'
import { Shelf } from './shelf.ts'

const item = (bytes: number) => ({ bytes })

test('what was asked for longest ago goes when there is no room', () => {
  const shelf = new Shelf(100)
  for (const name of ['a', 'b', 'c']) shelf.set(name, item(30))
  expect(shelf.get('a')).toEqual(item(30))
  shelf.set('d', item(30))
  expect(['a', 'b', 'c', 'd'].filter((name) => shelf.get(name))).toEqual(['a', 'c', 'd'])
  shelf.set('e', item(70))
  expect(['a', 'c', 'd', 'e'].filter((name) => shelf.get(name))).toEqual(['d', 'e'])
})

test('never more stands there than there is room for, whatever comes', () => {
  const shelf = new Shelf(1000)
  for (let turn = 0; turn < 500; turn += 1) {
    shelf.set(`name ${turn % 40}`, item((turn * 37) % 400))
    expect(shelf.taken).toBeLessThanOrEqual(1000)
  }
  shelf.set('too large', item(1001))
  expect([shelf.get('too large'), shelf.taken]).toEqual([undefined, 0])
})
