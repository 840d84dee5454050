import { expect, test } from 'vitest'
import { isDone, longAct, nextStep, repricing, takingBack, type LongAct, type LongCalls } from './long-act.ts'

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `book ${from + at}`)

/** A shop of 1,200 books: `sold` can't be changed; the answer to the write `lost` is lost. */
function aShop({ sold = 'none', lost = 0 }) {
  const changed = new Set<string>()
  let writes = 0
  const calls: LongCalls = {
    read: async (_change, _filter, cursor = '0') => {
      const at = Number(cursor)
      const page = ids(at, Math.min(at + 500, 1200)).filter((book) => !changed.has(book))
      const items = page.map((book) => ({ book, reason: book === sold ? 'Sold.' : null }))
      return { items, next: at + 500 < 1200 ? String(at + 500) : null }
    },
    write: async (_change, books) => {
      writes += 1
      for (const { book } of books) changed.add(book)
      if (writes === lost) throw new Error('No answer')
      return { changed: [], refused: [] }
    },
  }
  return { calls, changed }
}

async function untilDone(act: LongAct, calls: LongCalls): Promise<LongAct> {
  let reached = act
  while (!isDone(reached)) {
    // oxlint-disable-next-line no-await-in-loop -- one step after another
    reached = await nextStep(reached, calls).catch(() => reached)
  }
  return reached
}

test('a whole list is changed batch by batch; what can’t be changed is counted by its reason', async () => {
  const { calls, changed } = aShop({ sold: 'book 7' })
  const act = await untilDone(longAct('advertise', {}, 1200), calls)
  expect(act.changed).toHaveLength(1199)
  expect(act.skipped).toEqual({ 'Sold.': 1 })
  expect(changed.has('book 7')).toBe(false)
})

test('a batch whose answer was lost is sent again, and counts as changed: undo has it, too', async () => {
  const { calls } = aShop({ lost: 2 })
  const act = await untilDone(longAct('delete', {}, 1200), calls)
  const all = ids(0, 1200).map((book) => ({ book }))
  expect(act.changed).toEqual(all)
  const undo = takingBack('delete', act.changed)
  expect(undo.change).toBe('restore')
  expect((await untilDone(undo, aShop({}).calls)).changed).toEqual(all)
})

test('new prices are changed as they were previewed, in batches, and taken back from the new to the old', async () => {
  const batches: number[] = []
  const { calls } = aShop({ lost: 2 })
  const counting: LongCalls = {
    ...calls,
    write: (change, books) => {
      batches.push(books.length)
      return calls.write(change, books)
    },
  }
  const prices = ids(0, 250).map((book) => ({ book, from: '5.00', to: '4.50', reason: null }))
  const act = await untilDone(repricing(prices, { 'Sold.': 3 }), counting)
  expect(batches).toEqual([100, 100, 100, 50])
  expect([act.count, act.changed.length, act.skipped]).toEqual([253, 250, { 'Sold.': 3 }])
  const undo = takingBack('price', act.changed)
  expect([undo.change, undo.waiting[0]]).toEqual(['price', { book: 'book 0', price: { from: '4.50', to: '5.00' } }])
})
