import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { freezable } from '#tests/kit/faults/freezable-database.ts'
import { until } from '#tests/kit/until.ts'
import { Unanswered } from './trouble.ts'

const database = await testDatabase()
await sql`CREATE TABLE written (what text)`.execute(database.db)

const looksUnderWay = async () =>
  (
    await sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'dogear breaker'`.execute(database.db)
  ).rows.length

test('a silent database is waited for once; writes that have begun go on, and all works as soon as it answers', async () => {
  const frozen = await freezable(database, { max: 2 })
  const { db, breaker } = frozen
  const states: boolean[] = []
  breaker.onChange((isOpen) => void states.push(isOpen))
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    await sql`INSERT INTO written VALUES ('begun before')`.execute(tx)
    begun.resolve()
    await mayGoOn
    await sql`INSERT INTO written VALUES ('ended after')`.execute(tx)
  })
  await begun.promise
  frozen.freeze()
  const read = breaker.orUnanswered(sql`SELECT 1`.execute(db))
  // The pool has two connections, so this write hasn't begun.
  const write = sql`INSERT INTO written VALUES ('refused')`.execute(db)
  const refused = { status: 'rejected', reason: expect.any(Unanswered) }
  expect(await Promise.allSettled([read, write])).toEqual([refused, refused])
  expect(breaker.isOpen).toBe(true)
  for (let turn = 0; turn < 10; turn += 1) await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(Unanswered)
  goOn()
  frozen.thaw()
  await writing
  await until(() => !breaker.isOpen)
  const { rows } = await sql`SELECT what FROM written`.execute(db)
  expect(rows).toEqual([{ what: 'begun before' }, { what: 'ended after' }])
  expect(states).toEqual([true, false])
})

test('statements that take long, and a pool without room, are no silence: a look is answered', async () => {
  const { db, breaker, connections } = await freezable(database, { max: 1, breakAfterMs: 3000 })
  await sql`SELECT 1`.execute(db)
  expect(connections()).toBe(1)
  const answers = await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE written IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const slow = sql`SELECT FROM written`.execute(db)
    const waiting = breaker.orUnanswered(sql`SELECT 1`.execute(db))
    // The probe's own connection, which stays until it is answered.
    await until(async () => connections() === 2 && (await looksUnderWay()) === 0)
    expect(breaker.isOpen).toBe(false)
    return [slow, waiting]
  })
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})
