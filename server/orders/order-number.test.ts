import { createHash } from 'node:crypto'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readOrderNumber } from '#contract/orders/order-number.ts'
import { migrate } from '#server/database/migrate.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { db } = server.services
const TURNS = 2 ** 35
const FORM = /^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}$/

/** The turn that a number stands for: the way back from it, said once more. */
function turnOf(number: string, key: Buffer): number {
  const digits = Array.from(number.replace('-', ''), (digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit))
  const place = digits.reduce((sum, digit) => sum * 32 + digit, 0)
  let [high, low] = [Math.floor(place / 2 ** 18), place % 2 ** 18]
  const mix = (round: number, half: number) => {
    const words = Buffer.alloc(8)
    words.writeInt32BE(round, 0)
    words.writeInt32BE(half, 4)
    return createHash('sha256').update(key).update(words).digest()
  }
  for (const round of [3, 2, 1, 0]) {
    const [a = 0, b = 0, c = 0] = mix(2 * round + 1, high)
    low ^= (a << 10) | (b << 2) | (c & 3)
    const [d = 0, e = 0, f = 0] = mix(2 * round, low)
    high ^= (d << 9) | (e << 1) | (f & 1)
  }
  return high * 2 ** 18 + low
}

async function numbersOf(turns: number[], key: Buffer): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT order_number(turn, ${key}) AS number FROM unnest(${turns}::bigint[]) WITH ORDINALITY given (turn, place)
    ORDER BY place`.execute(db)
  return rows.map(({ number }) => number)
}

describe('the numbers of orders', () => {
  test('are each of one turn, which it can be traced back to by who has the key', async () => {
    const turns = [0, 1, 2, 2 ** 17, 2 ** 18 - 1, 2 ** 18, TURNS / 2, TURNS - 2, TURNS - 1]
    for (let count = 0; count < 2000; count += 1) turns.push(count, Math.floor(Math.random() * TURNS))
    for (const key of [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.from(crypto.randomUUID())]) {
      const numbers = await numbersOf(turns, key)
      expect(numbers.filter((number) => !FORM.test(number))).toEqual([])
      expect(numbers.map((number) => turnOf(number, key))).toEqual(turns)
    }
  })

  test('don’t tell how many there were: those of one shop are not another’s, and neighbours have nothing in common', async () => {
    const turns = Array.from({ length: 1000 }, (_, turn) => turn)
    const numbers = await numbersOf(turns, Buffer.alloc(32, 1))
    const others = await numbersOf(turns, Buffer.alloc(32, 2))
    expect(numbers.filter((number, turn) => number === others[turn]).length).toBeLessThan(5)
    // Of 1000 pairs, one in 32 has a digit in common at each place by chance.
    for (const place of [0, 1, 2, 4, 5, 6, 7]) {
      const alike = numbers.filter((number, turn) => turn > 0 && number[place] === numbers[turn - 1]![place])
      expect(alike.length).toBeLessThan(100)
      expect(new Set(numbers.map((number) => number[place])).size).toBe(32)
    }
  })

  test('are as long as the last one, and then there are none left', async () => {
    await expect(sql`SELECT setval('order_turns', ${TURNS})`.execute(db)).rejects.toThrow('out of bounds')
  })

  test('come with orders, another for each, also of those made at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder(server)))
    const { rows } = await sql<{ number: string; id: string }>`SELECT number, id FROM orders`.execute(db)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(orders.length)
    for (const order of orders) {
      const { number } = rows.find(({ id }) => id === order.id)!
      expect(readOrderNumber(number)).toBe(number)
      for (const path of [`my-orders/${order.id}`, 'my-orders'])
        expect((await server.send('GET', `/api/${path}`, { as: order.buyer })).text).toContain(`"number":"${number}"`)
      expect((await server.send('GET', '/api/my-buyers', { as: order.seller })).json).toMatchObject([{ number }])
    }
  })

  test('are given to the orders of a shop from before, to each its own', async () => {
    const { pool } = await testDatabase({ migrated: false })
    const before = await aFolder()
    await cp('server/database/migrations', before, { recursive: true })
    for (const name of await readdir(before)) if (name >= '0089') await rm(path.join(before, name))
    await migrate(pool, before)
    await pool.query(`
      WITH ida AS (INSERT INTO accounts (identity_id, email, role) VALUES ('a', 'ida@example.org', 'seller') RETURNING id),
        ben AS (INSERT INTO accounts (identity_id, email, role) VALUES ('b', 'ben@example.org', 'buyer') RETURNING id),
        book AS (
          INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
          SELECT id, 'A', 'B', 2000, 1000, 'USD', 2020 FROM ida RETURNING id)
      INSERT INTO orders (book_id, buyer_id, seller_id, state, book_snapshot, amount, currency, pay_by)
      SELECT book.id, ben.id, ida.id, 'cancelled', '{}', 1000, 'USD', now() FROM ida, ben, book, generate_series(1, 500)`)
    await migrate(pool)
    const { rows } = await pool.query<{ number: string }>('SELECT number FROM orders')
    expect(new Set(rows.map(({ number }) => number)).size).toBe(500)
    expect(rows.filter(({ number }) => !FORM.test(number))).toEqual([])
  })
})
