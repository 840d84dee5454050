import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { BudgetSpent, unlessSpent, whileInBudget, withinBudget } from './budget.ts'

const server = await startTestServer({ connections: 4 })
const { services, send } = server
const { db } = services
const slowly = sql`SELECT pg_sleep(20)`
const limitNow = async () => {
  const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db)
  return rows[0]!.statement_timeout
}

test('a statement is ended when the budget of its request is spent, and nothing is asked after it', async () => {
  await withinBudget(100, async () => {
    await expect(slowly.execute(db)).rejects.toThrow(BudgetSpent)
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(BudgetSpent)
    expect(await unlessSpent(() => sql`SELECT 1`.execute(db))).toBeNull()
  })
  expect((await sql`SELECT 1`.execute(db)).rows).toHaveLength(1)
})

test('work that others started is waited for as long as the budget lasts, and goes on', async () => {
  const { promise: shared, resolve } = Promise.withResolvers<string>()
  await withinBudget(50, () => expect(whileInBudget(shared)).rejects.toThrow(BudgetSpent))
  resolve('read')
  expect(await withinBudget(5000, () => whileInBudget(shared))).toBe('read')
  expect(await whileInBudget(shared)).toBe('read')
  const failed = Promise.reject(new Error('gone'))
  await withinBudget(5000, () => expect(whileInBudget(failed)).rejects.toThrow('gone'))
})

test('only its own statements are: the next on the same connection may take as long as any', async () => {
  const before = await limitNow()
  const within = await withinBudget(5000, async () => [await limitNow(), await limitNow()])
  expect(within).toEqual(['5s', '5s'])
  expect(await limitNow()).toBe(before)
})

test('a transaction that is ended so is rolled back, and leaves the connection as it was', async () => {
  const before = await limitNow()
  const work = withinBudget(100, () =>
    db.transaction().execute(async (tx) => {
      await sql`CREATE TABLE left_behind ()`.execute(tx)
      await slowly.execute(tx)
    }),
  )
  await expect(work).rejects.toThrow(BudgetSpent)
  const { rows } = await sql<{ there: string | null }>`SELECT to_regclass('left_behind')::text AS there`.execute(db)
  expect(rows).toEqual([{ there: null }])
  expect(await limitNow()).toBe(before)
})

test('a search that takes too long says so, with what it has, and so does the list it can’t fill', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const locking = db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE search.works, search.texts IN ACCESS EXCLUSIVE MODE`.execute(tx)
    locked()
    await isOver
  })
  await isLocked
  const [list, summary] = await Promise.all([
    send('GET', '/api/search?q=otter'),
    send('GET', '/api/search/summary?q=otter'),
  ])
  end()
  await locking
  expect(problemOf(list)).toMatchObject({ status: 503, detail: expect.stringContaining('took too long') })
  expect(summary).toMatchObject({ status: 200, json: { isCutShort: true, count: 0, isAbout: true } })
  expect((await send('GET', '/api/search/summary?q=otter')).json).toMatchObject({ isCutShort: false })
})
