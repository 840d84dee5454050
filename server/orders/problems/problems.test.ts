import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import { sweep } from '#server/orders/sweep.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { anAccount, type TestAccount, aPictureOf } from '#tests/kit/accounts-and-books.ts'
import { anAgreedOrder, anOrder, aPaidOrder, withholdEvents, type TestOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database
const hour = 3600
const day = 24 * hour

type Side = 'buyer' | 'seller'
const as = (who: Pick<TestAccount, 'id'>, method: 'GET' | 'POST', path: string, body?: object) =>
  send(method, `/api/${path}`, { as: who, body })
const read = async (order: TestOrder, side: Side = 'buyer') =>
  (await as(order[side], 'GET', `my-orders/${order.id}`)).json
const open = (order: TestOrder, side: Side = 'buyer', more = {}) =>
  as(order[side], 'POST', `orders/${order.id}/problems`, { kind: 'not_met', text: 'Nobody came.', ...more })
const settle = (who: TestAccount, id: string) => as(who, 'POST', `problems/${id}/settle`)
const answer = (who: TestAccount, id: string, text = 'I was there.') =>
  as(who, 'POST', `problems/${id}/entries`, { text })
const entries = async (who: TestAccount, id: string) => as(who, 'GET', `problems/${id}/entries`)

const handOver = (order: TestOrder) => as(order.buyer, 'POST', `my-orders/${order.id}/received`)
const refund = (order: TestOrder) => as(order.seller, 'POST', `orders/${order.id}/refund`, { reason: 'not_met' })
async function withProblem(given: Promise<TestOrder>, side: Side = 'buyer') {
  const order = await given
  const { json } = await open(order, side)
  return { order, id: json.insertedId as string }
}
const stopped = async ({ id }: TestOrder) => {
  const { rows } = await sql<{ left: number | null; due: Date | null }>`
    SELECT seconds_left AS left, due_at AS due FROM orders WHERE id = ${id}`.execute(db)
  return rows[0]!
}
/** Emails booked about a problem: recipient and news. */
async function mailsAbout(problemId: string): Promise<string[]> {
  const { rows } = await sql<{ mail: string }>`
    SELECT concat_ws(' ', payload ->> 'name', payload -> 'params' ->> 'news', payload -> 'params' ->> 'to',
      payload -> 'params' ->> 'place') AS mail
    FROM graphile_worker._private_jobs WHERE payload -> 'params' ->> 'problemId' = ${problemId} ORDER BY id`.execute(db)
  return rows.map(({ mail }) => mail)
}

describe('a problem', () => {
  test.each([
    ['agreed', anAgreedOrder],
    ['paid', aPaidOrder],
  ] as const)('of an order that is %s is opened by either side and stops its clock', async (state, make) => {
    for (const side of ['buyer', 'seller'] as const) {
      const order = await make(server)
      const { status, json } = await open(order, side)
      expect(status).toBe(200)
      const other = side === 'buyer' ? 'seller' : 'buyer'
      const seen = await read(order, other)
      expect(seen).toMatchObject({ state, hasProblem: true })
      expect(seen).toMatchObject({ dueAt: null })
      expect(seen.problems).toMatchObject([{ id: json.insertedId, kind: 'not_met', openedBy: side, revision: 1 }])
      expect(seen.timeline.at(-1)).toMatchObject({ transition: 'either_opens_problem', who: side })
      expect((await entries(order[other], json.insertedId)).json).toMatchObject([{ by: side, text: 'Nobody came.' }])
      expect(await mailsAbout(json.insertedId)).toEqual([`problem_news opened ${other} 1`])
    }
  })

  test('is opened once per order, and the second side is referred to it', async () => {
    const order = await aPaidOrder(server)
    const sent = await Promise.all(Array.from({ length: 5 }, () => open(order)))
    expect(new Set(sent.map(({ json }) => json.insertedId)).size).toBe(1)
    const both = await aPaidOrder(server)
    const answers = await Promise.all([open(both, 'buyer'), open(both, 'seller')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'problem_open' })
    expect((await read(both)).problems).toHaveLength(1)
  })

  test('is not opened before anything is agreed, nor once the order is over', async () => {
    const claimed = await anOrder(server)
    const done = await aPaidOrder(server)
    await handOver(done)
    clock.advance(48 * hour)
    await sweep(services)
    for (const order of [claimed, done]) expect((await open(order)).json).toMatchObject({ code: 'order_not_open' })
    expect(await stopped(claimed)).toMatchObject({ left: null })
  })

  test('leaves no word of what people wrote in the order’s events', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    await answer(order.seller, id, 'I waited an hour.')
    const { rows } = await sql<{ facts: string }>`
      SELECT facts::text AS facts FROM order_events WHERE order_id = ${order.id}`.execute(db)
    expect(rows.map(({ facts }) => facts).join()).not.toMatch(/Nobody|waited/)
  })
})

describe('answers', () => {
  test('come from both sides and the club, in order, and each is mailed to the others once', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const admin = await anAccount(services, 'admin')
    await Promise.all(Array.from({ length: 4 }, () => answer(order.seller, id)))
    await answer(order.buyer, id, 'Which steps?')
    await answer(admin, id, 'Do you have a photo?')
    const { json } = await entries(order.buyer, id)
    expect(json.map(({ by, text }: { by: string; text: string }) => `${by}: ${text}`)).toEqual([
      'buyer: Nobody came.',
      'seller: I was there.',
      'buyer: Which steps?',
      'club: Do you have a photo?',
    ])
    expect((await mailsAbout(id)).slice(1)).toEqual([
      'problem_news answered buyer 2',
      'problem_news answered seller 3',
      'problem_news answered buyer 4',
      'problem_news answered seller 4',
    ])
  })

  test('come in pages, each once', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    for (const text of ['two', 'three', 'four']) await answer(order.buyer, id, text)
    const first = await as(order.seller, 'GET', `problems/${id}/entries?limit=3`)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!
    const rest = await send('GET', next.replace(/^https?:\/\/[^/]+/, ''), { token: order.seller.token })
    const texts = [...first.json, ...rest.json].map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['Nobody came.', 'two', 'three', 'four'])
  })

  test('and the rest are for the two sides and admins alone; to settle it is its opener’s', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const strangers = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
    for (const who of strangers)
      for (const asked of [await entries(who, id), await answer(who, id), await settle(who, id)])
        expect(asked.status).toBe(404)
    expect((await as(strangers[0]!, 'POST', `orders/${order.id}/problems`, { kind: 'other', text: 'Hm' })).status).toBe(
      404,
    )
    const admin = await anAccount(services, 'admin')
    for (const who of [order.seller, admin]) expect((await settle(who, id)).status).toBe(404)
    expect(await read(order)).toMatchObject({ hasProblem: true })
  })

  test('show pictures that their author uploaded, which stay as long as the problem', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const url = await aPictureOf(services, order.seller)
    const show = (who: TestAccount) => as(who, 'POST', `problems/${id}/entries`, { text: 'See', images: [url] })
    expect(await show(order.buyer)).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'images' }] } })
    expect((await show(order.seller)).status).toBe(200)
    expect((await entries(order.buyer, id)).json.at(-1)).toMatchObject({ images: [url] })
    const five = { text: 'See', images: Array.from({ length: 5 }, () => url) }
    expect((await as(order.seller, 'POST', `problems/${id}/entries`, five)).status).toBe(422)
  })

  test('are forty a day at most, and problems three with one order', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    for (let turn = 1; turn < 40; turn += 1) await answer(order.buyer, id, `Answer ${turn}`)
    expect(await answer(order.buyer, id, 'One more')).toMatchObject({ status: 429 })
    expect((await answer(order.seller, id)).status).toBe(200)
    const other = await aPaidOrder(server)
    for (let turn = 0; turn < 3; turn += 1) await settle(other.buyer, (await open(other)).json.insertedId)
    expect(await open(other)).toMatchObject({ status: 429 })
    expect((await open(other, 'seller')).status).toBe(200)
  })
})

describe('the clock', () => {
  test('stands still while a problem is open; admins are reminded, and then both sides', async () => {
    const admin = await anAccount(services, 'admin')
    const { order, id } = await withProblem(aPaidOrder(server))
    for (const days of [3, 7, 7, 90]) {
      clock.advance(days * day)
      await sweep(services)
      await sweep(services)
    }
    expect(await read(order)).toMatchObject({ state: 'paid', hasProblem: true })
    const { rows } = await sql<{ place: string }>`
      SELECT payload -> 'params' ->> 'place' AS place FROM graphile_worker._private_jobs
      WHERE payload -> 'params' ->> 'problemId' = ${id} AND payload -> 'params' ->> 'adminId' = ${admin.id} ORDER BY id`.execute(
      db,
    )
    expect(rows.map(({ place }) => place)).toEqual(['1', '2', '3', '4'])
    const waiting = (await mailsAbout(id)).filter((mail) => mail.includes('waiting'))
    expect(waiting.slice(0, 2)).toEqual(['problem_news waiting buyer 2', 'problem_news waiting seller 2'])
  })

  test('goes on with what was left once it is settled, and with a day at least', async () => {
    const early = await aPaidOrder(server)
    clock.advance(4 * day)
    const { id } = await withProblem(Promise.resolve(early))
    clock.advance(20 * day)
    expect((await settle(early.buyer, id)).status).toBe(200)
    expect((await settle(early.buyer, id)).status).toBe(200)
    expect(await read(early)).toMatchObject({
      dueAt: new Date(clock.now().getTime() + 10 * day * 1000).toISOString(),
    })
    const late = await aPaidOrder(server)
    clock.advance(14 * day - 60)
    const { json } = await open(late)
    await settle(late.buyer, json.insertedId)
    clock.advance(day - 60)
    await sweep(services)
    expect((await read(late)).state).toBe('paid')
    clock.advance(60)
    await sweep(services)
    expect((await read(late)).state).toBe('handed_over')
  })

  test('keeps back a last reminder that comes due while it stands still until it has gone on', async () => {
    const bookedFor = async ({ id }: TestOrder) => {
      const { rows } = await sql<{ to: string; days: number }>`
        SELECT payload -> 'params' ->> 'to' AS to,
          round(extract(epoch FROM run_at - ${clock.now()}::timestamptz) / 86400)::int AS days
        FROM graphile_worker._private_jobs
        WHERE payload -> 'params' ->> 'orderId' = ${id} AND payload -> 'params' ->> 'news' = 'last_reminder'
          AND run_at > ${clock.now()} ORDER BY 1`.execute(db)
      return rows
    }
    const paid = await aPaidOrder(server)
    clock.advance(2 * day)
    const { order, id } = await withProblem(Promise.resolve(paid))
    clock.advance(day)
    await settle(order.buyer, id)
    // Eleven days are left, so the reminder is still to come.
    expect(await bookedFor(order)).toEqual(['buyer', 'seller'].map((to) => ({ to, days: 7 })))
    clock.advance(6 * day)
    const second = (await open(order)).json.insertedId
    clock.advance(3 * day)
    expect(await bookedFor(order)).toEqual([])
    await settle(order.buyer, second)
    // Six days were left: two before the reminder, then four.
    expect(await stopped(order)).toEqual({ left: null, due: new Date(clock.now().getTime() + 6 * day * 1000) })
    expect(await bookedFor(order)).toEqual(['buyer', 'seller'].map((to) => ({ to, days: 2 })))
    clock.advance(2 * day)
    // The reminder was sent; a later problem books none.
    clock.advance(hour)
    await settle(order.buyer, (await open(order)).json.insertedId)
    expect(await bookedFor(order)).toEqual([])
  })

  test('of a hand-over that comes while it stands still begins when the problem has ended', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    expect((await handOver(order)).status).toBe(200)
    clock.advance(10 * day)
    await sweep(services)
    expect(await read(order)).toMatchObject({ state: 'handed_over', hasProblem: true })
    await settle(order.buyer, id)
    expect(await read(order)).toMatchObject({
      dueAt: new Date(clock.now().getTime() + 48 * hour * 1000).toISOString(),
    })
  })

  test('never strikes for an order whose problem was opened at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await aPaidOrder(server)
      clock.advance(14 * day)
      const [opened] = await Promise.all([
        open(order),
        takeTimeStep(services, order.id),
        takeTimeStep(services, order.id),
      ])
      expect(opened.status).toBe(200)
      const { state, timeline } = await read(order)
      // Either may come first; nothing follows the problem.
      expect(timeline.at(-1).transition).toBe('either_opens_problem')
      clock.advance(30 * day)
      await sweep(services)
      expect(await read(order)).toMatchObject({ state, hasProblem: true })
    }
  })
})

describe('time’s step that waits while a problem is opened', () => {
  test.each([
    ['agreed', anAgreedOrder],
    ['paid', aPaidOrder],
  ] as const)('does nothing to an order that is %s, however late its turn comes', async (state, make) => {
    const order = await make(server)
    clock.advance(14 * day)
    const { step } = await db.transaction().execute(async (tx) => {
      const locked = (await lockOrder(tx, order.id))!
      const waiting = takeTimeStep(services, order.id)
      await until(async () => (await waitingForLocks(db)) === 1)
      const by = { as: 'buyer', id: order.buyer.id } as const
      await moveOrder(tx, locked, 'either_opens_problem', { by, now: clock.now() })
      // The first reminder of the problem is due by then, too.
      clock.advance(30 * day)
      return { step: waiting }
    })
    await step
    expect((await read(order)).state).toBe(state)
  })
})

describe('the end of the order', () => {
  test('by a refund or a cancellation ends its problem', async () => {
    const refunded = await withProblem(aPaidOrder(server))
    await refund(refunded.order)
    const cancelled = await withProblem(anAgreedOrder(server), 'seller')
    await as(cancelled.order.buyer, 'POST', `my-orders/${cancelled.order.id}/cancel`)
    for (const [{ order, id }, outcome] of [
      [refunded, 'refunded'],
      [cancelled, 'cancelled'],
    ] as const) {
      const seen = await read(order)
      expect(seen).toMatchObject({ hasProblem: false })
      expect(seen.problems).toMatchObject([{ outcome }])
      expect(await stopped(order)).toEqual({ left: null, due: null })
      expect((await answer(order.seller, id)).json).toMatchObject({ code: 'problem_changed' })
    }
    expect((await settle(refunded.order.buyer, refunded.id)).json.detail).toContain('refunded meanwhile')
  })

  test('at the moment when a problem is opened or settled leaves one truth', async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await aPaidOrder(server)
      const { id } = round % 2 ? await withProblem(Promise.resolve(order)) : { id: null }
      const [said] = await Promise.all([id ? settle(order.buyer, id) : open(order), refund(order)])
      expect([200, 409]).toContain(said.status)
      const seen = await read(order)
      expect(seen.state).toBe('refunded')
      expect(seen).toMatchObject({ hasProblem: false })
      for (const problem of seen.problems) expect(problem.outcome).toMatch(/settled|refunded/)
      expect(await stopped(order)).toEqual({ left: null, due: null })
    }
  })
})

describe('what people wrote', () => {
  const close = async ({ id }: TestAccount) => {
    const admin = await anAccount(services, 'admin')
    expect((await send('DELETE', `/api/all-sellers/delete/${id}`, { token: admin.token })).status).toBe(200)
  }

  test('stays while the order needs it, and goes with its author’s account when the order is over', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    await answer(order.seller, id, 'My words')
    await close(order.seller)
    const texts = async () => (await entries(order.buyer, id)).json.map(({ text }: { text: string | null }) => text)
    expect(await texts()).toEqual(['Nobody came.', 'My words'])
    const admin = await anAccount(services, 'admin')
    await as(admin, 'POST', `orders/${order.id}/refund`, { reason: 'not_met' })
    expect(await texts()).toEqual(['Nobody came.', null])
    await close(order.buyer)
    const { rows } = await sql`SELECT 1 FROM problem_entries WHERE problem_id = ${id} AND text IS NOT NULL`.execute(db)
    expect(rows).toEqual([])
  })

  test('is logged when an admin reads it, and the log can’t be changed', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const admin = await anAccount(services, 'admin')
    await entries(order.seller, id)
    for (let turn = 0; turn < 3; turn += 1) await entries(admin, id)
    await answer(order.seller, id)
    await entries(admin, id)
    const { rows } = await sql`
      SELECT admin_id AS "adminId", revision, at FROM problem_readings WHERE order_id = ${order.id} ORDER BY id`.execute(
      db,
    )
    expect(rows).toEqual([1, 2].map((revision) => ({ adminId: admin.id, revision, at: clock.now() })))
    for (const attempt of [
      'UPDATE problem_readings SET revision = 9',
      'DELETE FROM problem_readings',
      'TRUNCATE problem_readings',
    ])
      await expect(sql.raw(attempt).execute(db)).rejects.toMatchObject({ code: '42501' })
  })
})
