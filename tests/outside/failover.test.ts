import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openLongSession } from '#server/backup/long-session.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { findOlderPostgres, startOlderPostgres } from '#tests/kit/older-postgres.ts'
import { isPrimary, shopOn, startHaProxy } from '#tests/kit/outside/before-a-database.ts'
import { until } from '#tests/kit/until.ts'
import { runSql } from '#tests/kit/sql-server.ts'

const BUYERS = 6
const SALES = 600

test('a failover loses no acknowledged sale and makes none twice, and the shop is well by itself', async () => {
  // The job runner's library prints a connection that is lost while it asks for jobs.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const primary = await startOlderPostgres((await findOlderPostgres())!)
  afterwards(() => primary.stop())
  const own = new URL(await primary.emptyDatabase())
  const replica = await primary.replica()
  const port = await startHaProxy([primary.boss, replica.boss])
  // A write is acknowledged once the replica has it.
  await runSql(primary.boss, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await runSql(primary.boss, 'SELECT pg_reload_conf()')
  own.port = String(port)
  // It takes each server for well until it has looked, and leads to them in turn.
  let inARow = 0
  await until(async () => {
    inARow = (await isPrimary(own.href)) ? inARow + 1 : 0
    return inARow === 6
  })
  const shop = await shopOn({ url: own.href })
  const seller = await anAccount(shop.services, 'seller')
  const sales = await Promise.all(
    Array.from({ length: SALES }, async (_, n) => ({
      book: await aBook(shop.services, seller, { title: `Copy ${n}` }),
      buyer: await anAccount(shop.services, 'buyer'),
    })),
  )

  const acknowledged = new Map<string, string>()
  const failed: number[] = []
  let promotedAt = Infinity
  let wellAt = Infinity
  const over = new AbortController()
  const waiting = [...sales]
  const buy = async () => {
    for (let sale = waiting.shift(); sale && !over.signal.aborted; sale = waiting.shift()) {
      const { buyer, book } = sale
      const answer = await shop
        .send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
        .catch(() => null)
      if (answer?.status !== 200) {
        failed.push(answer?.status ?? 0)
        // As a person would, who is told to try again.
        waiting.push(sale)
        await new Promise((resolve) => setTimeout(resolve, 100))
      } else {
        acknowledged.set(answer.json.insertedId as string, book)
        if (performance.now() > promotedAt) wellAt = Math.min(wellAt, performance.now())
      }
    }
  }
  const buying = Promise.all(Array.from({ length: BUYERS }, buy))
  await until(() => acknowledged.size > 40)
  await primary.crash()
  const before = acknowledged.size
  await replica.promote()
  promotedAt = performance.now()
  await until(() => acknowledged.size > before + 40)
  over.abort()
  await buying

  const session = await openLongSession(replica.boss.replace('/postgres', own.pathname), 'a test')
  const { rows } = await session.query<{ id: string; book: string }>(
    `SELECT id::text, book_id::text AS book FROM orders WHERE state = 'claimed'`,
  )
  await session.end()
  const found = new Map(rows.map(({ id, book }) => [id, book]))
  const lost = [...acknowledged].filter(([id, book]) => found.get(id) !== book)
  expect(lost).toEqual([])
  expect(new Set(found.values()).size).toBe(rows.length)
  const outbox = path.join(shop.dataDir, 'outbox')
  await until(async () => (await listOutbox(outbox)).length >= acknowledged.size)
  const letters = (await listOutbox(outbox)).map(({ to, subject, text }) => `${to.address} ${subject} ${text}`)
  const twice = letters.filter((letter, at) => letters.indexOf(letter) !== at)
  expect(twice).toEqual([])
  process.stdout.write(
    `${JSON.stringify({
      acknowledgedBefore: before,
      acknowledgedInAll: acknowledged.size,
      refused: failed.length,
      unanswered: rows.length - acknowledged.size,
      lost: lost.length,
      secondsUntilWell: ((wellAt - promotedAt) / 1000).toFixed(2),
      letters: letters.length,
    })}\n`,
  )
}, 600_000)
