import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anAgreedOrder, aPaidOrder, withholdEvents, type TestOrder } from '#tests/kit/paying.ts'
import { bookedMails, refundMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database
const admins = [await anAccount(services, 'admin'), await anAccount(services, 'admin')] as const
const [admin, other] = admins

const as = (who: Pick<TestAccount, 'id'>, method: 'GET' | 'POST', path: string, body?: object) =>
  send(method, `/api/${path}`, { as: who, body })
const read = async (order: TestOrder, who: TestAccount = order.buyer) =>
  (await as(who, 'GET', `my-orders/${order.id}`)).json
const decide = (id: string, decision: object, who: TestAccount = admin) =>
  as(who, 'POST', `problems/${id}/decision`, { text: 'Because of the stain.', revision: 1, ...decision })

async function withProblem(given: Promise<TestOrder>) {
  const order = await given
  const body = { kind: 'not_as_described', text: 'It has a stain.' }
  const { json } = await as(order.buyer, 'POST', `orders/${order.id}/problems`, body)
  return { order, id: json.insertedId as string }
}
/** The problem's refund, in minor units. */
const givenBack = async ({ id }: TestOrder) => {
  const { rows } = await sql<{ amount: number; isDone: boolean }>`
    SELECT amount, done_at IS NOT NULL AS "isDone" FROM refunds WHERE order_id = ${id} ORDER BY wanted_at`.execute(db)
  return rows
}

describe('an admin decides', () => {
  test('nothing: the order goes on, and both get the reason', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    expect((await decide(id, { decision: 'nothing' })).status).toBe(200)
    const seen = await read(order, order.seller)
    expect(seen).toMatchObject({ state: 'paid', problems: [{ outcome: 'nothing' }] })
    expect(seen).toHaveProperty('dueAt')
    expect(seen.timeline.at(-1)).toMatchObject({ transition: 'admin_decides', who: 'club' })
    expect((await as(order.buyer, 'GET', `problems/${id}/entries`)).json.at(-1)).toMatchObject({
      by: 'club',
      text: 'Because of the stain.',
    })
    const decided = (await bookedMails(server, { params: { problemId: id } })).filter(({ subject }) =>
      subject.startsWith('The club has decided'),
    )
    expect(decided.map(({ to }) => to.address)).toEqual([order.buyer.email, order.seller.email])
    for (const { text } of decided) {
      expect(text).toContain('No money goes back')
      expect(text).toContain('Because of the stain.')
      expect(text).toContain(`/dashboard/orders/${order.id}`)
    }
    expect(await givenBack(order)).toEqual([])
  })

  test('a part: it goes back by card once, and the order goes on', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const part = { decision: 'part', amount: '3.00' }
    const answers = await Promise.all([decide(id, part), decide(id, part), decide(id, part)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await givenBack(order)).toEqual([{ amount: 300, isDone: true }])
    expect(await read(order)).toMatchObject({ state: 'paid', problems: [{ outcome: 'part', givenBack: 300 }] })
    expect(
      (await bookedMails(server, { params: { problemId: id } })).some(({ text }) =>
        text.includes('You get $3.00 of the price back by card'),
      ),
    ).toBe(true)
  })

  test('money back: one email to each side, with the sum and the reason', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    await decide(id, { decision: 'all' })
    expect(await refundMails(server, order)).toEqual([])
    const mails = await bookedMails(server, { name: 'problem_news', params: { problemId: id, news: 'decided' } })
    expect(mails.map(({ to }) => to.address)).toEqual([order.buyer.email, order.seller.email])
    for (const { text } of mails) expect(text).toContain('Because of the stain.')
    expect(mails[0]?.text).toContain('You get the whole price, $12.50, back by card.')
    expect(mails[1]?.text).toContain('You can put the book up for sale again')
  })

  test('all: the order is refunded and its problem has ended', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    expect((await decide(id, { decision: 'all' })).status).toBe(200)
    expect(await givenBack(order)).toEqual([{ amount: 1250, isDone: true }])
    const seen = await read(order)
    expect(seen).toMatchObject({ state: 'refunded', problems: [{ outcome: 'all', givenBack: 1250 }] })
    expect(seen).toMatchObject({ hasProblem: false })
  })

  test('all that is left, whatever a side gave back before under whatever key', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    const crumb = { reason: 'goodwill', amount: '0.01', key: id }
    expect((await as(order.seller, 'POST', `orders/${order.id}/refund`, crumb)).status).toBe(200)
    expect((await decide(id, { decision: 'all' })).status).toBe(200)
    expect((await givenBack(order)).map(({ amount }) => amount)).toEqual([1, 1249])
    expect(await read(order)).toMatchObject({ state: 'refunded', problems: [{ outcome: 'all', givenBack: 1249 }] })
  })

  test('within what is left, and only that something paid goes back', async () => {
    const { id } = await withProblem(aPaidOrder(server))
    for (const amount of ['', '12.51', '0'])
      expect(await decide(id, { decision: 'part', amount })).toMatchObject({
        status: 422,
        json: { invalidFields: [{ field: 'amount' }] },
      })
    const unpaid = await withProblem(anAgreedOrder(server))
    expect((await decide(unpaid.id, { decision: 'all' })).json).toMatchObject({ code: 'order_not_open' })
    expect((await decide(unpaid.id, { decision: 'nothing' })).status).toBe(200)
    expect(await read(unpaid.order)).toMatchObject({ state: 'agreed' })
  })
})

describe('a decision on a stale problem', () => {
  test('of two admins at once one decides, and the other reads the decision and its reason', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, id } = await withProblem(aPaidOrder(server))
      const answers = await Promise.all([
        decide(id, { decision: 'all', text: 'The book is spoilt.' }),
        decide(id, { decision: 'nothing', text: 'It was described.' }, other),
      ])
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused).toHaveLength(1)
      const { state } = await read(order)
      expect(refused[0]!.json).toMatchObject({ code: 'problem_changed' })
      expect(refused[0]!.json.detail).toContain(state === 'refunded' ? 'The book is spoilt.' : 'It was described.')
      expect(await givenBack(order)).toHaveLength(state === 'refunded' ? 1 : 0)
    }
  })

  test('of what a side has written since, nor once the order’s money went back in another way', async () => {
    const { order, id } = await withProblem(aPaidOrder(server))
    await as(order.seller, 'POST', `problems/${id}/entries`, { text: 'Look at photo 2.' })
    const late = await decide(id, { decision: 'all' })
    expect(late.json).toMatchObject({
      code: 'problem_changed',
      detail: expect.stringContaining('There’s a new answer'),
    })
    await as(order.seller, 'POST', `orders/${order.id}/refund`, { reason: 'goodwill' })
    expect((await decide(id, { decision: 'all', revision: 2 })).json.detail).toContain('refunded meanwhile')
    expect(await givenBack(order)).toHaveLength(1)
  })
})

test('the list has open problems, oldest first, without what was written; ended ones apart', async () => {
  await sql`UPDATE order_problems SET ended_at = now(), outcome = 'settled' WHERE ended_at IS NULL`.execute(db)
  const ids: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(60)
    ids.push((await withProblem(aPaidOrder(server))).id)
  }
  await decide(ids[1]!, { decision: 'nothing' })
  const { json, text, headers } = await as(admin, 'GET', 'problems?limit=1')
  expect(json).toMatchObject([{ id: ids[0], kind: 'not_as_described', openedBy: 'buyer', buyerName: 'Test buyer' }])
  expect(text).not.toContain('stain')
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')![1]!.replace(/^https?:\/\/[^/]+\/api\//, '')
  expect((await as(admin, 'GET', next.replace(/^\/api\//, ''))).json).toMatchObject([{ id: ids[2] }])
  expect((await as(admin, 'GET', 'problems?state=ended&sort=newest')).json[0]).toMatchObject({ id: ids[1] })
})
