import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { claimOf, send } from './ask.ts'
import { percentile } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { databaseCpuMs } from './database-cpu.ts'

const AT_ONCE = 40
const ROUNDS = 3
const SETTLED_MS = 1500
const FOUND_TIMES = 10
const TRIGGERS = ['books_added_are_searched', 'books_changed_are_searched', 'books_deleted_are_searched']

/** Cost of a write in milliseconds, server and database together. */
export interface WriteCost {
  title: string
  p50: number
  cpu: number
  /** The same in a shop without search index. */
  without: { p50: number; cpu: number }
}

export interface Trade {
  shop: ServerProcess
  pool: Pool
  dataDir: string
  seller: { id: string; token: string }
  /** Buyers, who may each claim a few copies. */
  buyers: string[]
}

type Act = (turn: number) => Promise<unknown>

/**
 * Lists, edits and sells with and without the search in turns. Includes the indexer's background work: its CPU time
 * belongs to the same processes, measured until it has settled.
 */
export async function measureWrites(trade: Trade): Promise<WriteCost[]> {
  const { pool, shop, dataDir } = trade
  const cost = async (act: Act, first: number) => {
    const usedBefore = (await shop.usage()).cpuMs + (await databaseCpuMs(dataDir))
    const times: number[] = []
    for (let turn = first; turn < first + AT_ONCE; turn += 1) {
      const begun = performance.now()
      await act(turn)
      times.push(performance.now() - begun)
    }
    await sleep(SETTLED_MS)
    const used = (await shop.usage()).cpuMs + (await databaseCpuMs(dataDir)) - usedBefore
    return { times, cpu: used / AT_ONCE }
  }
  const costs: WriteCost[] = []
  for (const [title, act] of Object.entries(actsOf(trade))) {
    const rounds: { with: Awaited<ReturnType<typeof cost>>; without: Awaited<ReturnType<typeof cost>> }[] = []
    // The first round is warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const withSearch = await cost(act, 2 * round * AT_ONCE)
      await setTriggers(pool, 'DISABLE')
      const without = await cost(act, (2 * round + 1) * AT_ONCE)
      await setTriggers(pool, 'ENABLE')
      rounds.push({ with: withSearch, without })
    }
    const sum = (which: 'with' | 'without') => {
      const of = rounds.slice(1).map((round) => round[which])
      return {
        p50: percentile(
          of.flatMap(({ times }) => times),
          50,
        ),
        cpu: percentile(
          of.map(({ cpu }) => cpu),
          50,
        ),
      }
    }
    costs.push({ title, ...sum('with'), without: sum('without') })
  }
  return costs
}

async function setTriggers(pool: Pool, how: 'DISABLE' | 'ENABLE'): Promise<void> {
  await pool.query(TRIGGERS.map((name) => `ALTER TABLE books ${how} TRIGGER ${name}`).join(';'))
}

function actsOf(trade: Trade): Record<string, Act> {
  const listed: string[] = []
  const revisions = new Map<string, number>()
  return {
    listing: async (turn) => void listed.push(await list(trade, `The Harbour of Turn ${turn}`)),
    editing: async (turn) => {
      const id = listed[turn % listed.length]!
      const revision = revisions.get(id) ?? 1
      revisions.set(id, revision + 1)
      const body = { ...FORM, book_name: `The Orchard of Turn ${turn}` }
      await send(trade.shop.origin, 'PATCH', `/api/my-books/${id}?revision=${revision}`, trade.seller.token, body)
    },
    selling: async (turn) =>
      send(
        trade.shop.origin,
        'POST',
        '/api/buy-now',
        trade.buyers[turn % trade.buyers.length]!,
        claimOf(listed[turn]!),
      ),
  }
}

/** Measures how long a new listing isn't found yet, in milliseconds, per try. */
export async function measureFinding(trade: Trade): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < FOUND_TIMES; turn += 1) {
    const title = `Zylophonic ${String.fromCodePoint(97 + turn).repeat(5)} Zebrine`
    await list(trade, title)
    const begun = performance.now()
    for (;;) {
      const found = await fetch(`${trade.shop.origin}/api/search?exact=true&q=${encodeURIComponent(title)}`)
      if (((await found.json()) as unknown[]).length > 0) break
      await sleep(5)
    }
    times.push(performance.now() - begun)
    // Out of step with the indexer's interval.
    await sleep(37 * turn)
  }
  return times
}

const FORM = {
  book_name: '',
  book_writer: 'Ada Winter',
  book_img: '/images/0123456789abcdef0123456789abcdef/1200.webp',
  originalPrice: '24',
  resalePrice: '12.50',
  condition: 'good',
  mobileNumber: '+49 170 1234567',
  category_name: 'novel-book',
  location: 'Harbour square',
  description: 'A quiet novel with pencil notes.',
  yearOfPurchase: '2019',
}

async function list({ shop, seller, pool }: Trade, title: string): Promise<string> {
  await pool.query('INSERT INTO images (url, owner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    FORM.book_img,
    seller.id,
  ])
  const { insertedId } = await send(shop.origin, 'POST', '/api/add-product', seller.token, {
    ...FORM,
    book_name: title,
  })
  return insertedId!
}
