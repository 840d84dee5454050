import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aTalk, ask, readUpTo, unreadOf, write } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send, clock } = server

const messagesOf = async ({ token }: { token: string }, id: string) =>
  (await send('GET', `/api/conversations/${id}/messages`, { token })).json as {
    id: string
    number: number
    text: string | null
    isOwn: boolean
  }[]
const conversationOf = async ({ token }: { token: string }, id: string) =>
  (await send('GET', `/api/conversations/${id}`, { token })).json

describe('asking about a book', () => {
  test('begins one conversation, which both see from their side, without contacts', async () => {
    const { seller, asker, id, book } = await aTalk(server)
    await write(server, seller, id, 'Yes.\nWhen would you come?')
    expect(await messagesOf(asker, id)).toMatchObject([
      { number: 2, text: 'Yes.\nWhen would you come?', isOwn: false },
      { number: 1, text: 'Is it still there?', isOwn: true },
    ])
    expect(await conversationOf(asker, id)).toMatchObject({
      side: 'asker',
      book: { id: book, author: 'Ada Winter', images: [], price: { minor: 1250, currency: 'USD' }, isThere: true },
      otherName: 'Test seller',
      unread: 1,
      orderId: null,
    })
    expect(await conversationOf(seller, id)).toMatchObject({
      side: 'seller',
      otherName: 'Test buyer',
      unread: 1,
      last: { isOwn: true },
    })
    for (const someone of [asker, seller]) {
      const { text } = await send('GET', '/api/conversations', { token: someone.token })
      expect(text).not.toMatch(/@example\.org|1234567/)
    }
  })

  test('two firsts at once, and the other side of the order meanwhile, make one conversation', async () => {
    const order = await anOrder(server)
    const bySeller = () =>
      send('POST', '/api/conversations', {
        token: order.seller.token,
        body: { order: order.id, messageId: randomUUID(), text: 'Hello' },
      })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ask(server, order.buyer, order.book)),
      ...Array.from({ length: 4 }, bySeller),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ json }) => json.conversationId)).size).toBe(1)
    const id = answers[0]!.json.conversationId as string
    expect((await messagesOf(order.buyer, id)).map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect(await unreadOf(server, order.buyer)).toEqual({ all: 4, each: [4] })
    expect(await conversationOf(order.buyer, id)).toMatchObject({ side: 'asker', orderId: order.id })
  })

  test('the seller’s own book, an unknown book, others’ orders and admins are refused', async () => {
    const { seller, book } = await aTalk(server)
    expect(await ask(server, seller, book)).toMatchObject({ status: 409, json: { code: 'own_book' } })
    const stranger = await anAccount(services, 'user')
    expect(await ask(server, stranger, randomUUID())).toMatchObject({ status: 404 })
    const { id: order } = await anOrder(server)
    const body = { order, messageId: randomUUID(), text: 'Hello' }
    expect(await send('POST', '/api/conversations', { token: stranger.token, body })).toMatchObject({ status: 404 })
    expect(await ask(server, await anAccount(services, 'admin'), book)).toMatchObject({ status: 403 })
    expect(await ask(server, stranger, book)).toMatchObject({ status: 200 })
  })

  test('a stranger has no such conversation, whatever is asked', async () => {
    const { id } = await aTalk(server)
    const { token } = await anAccount(services, 'buyer')
    const asked = [
      send('GET', `/api/conversations/${id}`, { token }),
      send('GET', `/api/conversations/${id}/messages`, { token }),
      write(server, { token }, id),
      send('POST', `/api/conversations/${id}/read`, { token, body: { upTo: 1 } }),
      send('PUT', `/api/conversations/${id}/block`, { token }),
      send('DELETE', `/api/conversations/${id}/block`, { token }),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await send('GET', '/api/conversations', { token })).json).toEqual([])
  })

  test('stays when the book is gone, and is found by book and by order', async () => {
    const { seller, asker, book, id } = await aTalk(server)
    clock.advance(1)
    const other = await aTalk(server, { seller, asker })
    const of = async (search: string) =>
      (await send('GET', `/api/conversations?${search}`, { token: asker.token })).json.map(
        ({ id }: { id: string }) => id,
      )
    expect(await of('')).toEqual([other.id, id])
    expect(await of(`book=${book}`)).toEqual([id])
    const order = await anOrder(server, { seller, buyer: asker, book: other.book })
    expect(await of(`order=${order.id}`)).toEqual([other.id])
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    expect(await conversationOf(asker, id)).toMatchObject({
      book: { title: 'The Lighthouse Keeper’s Ledger', isThere: false },
    })
    expect((await write(server, asker, id, 'A pity.')).status).toBe(200)
  })
})

describe('a message', () => {
  test('sent again under its id is the same one, also several times at once', async () => {
    const { seller, asker, book, id } = await aTalk(server)
    const messageId = randomUUID()
    const again = () => write(server, seller, id, 'Yes', messageId)
    const answers = await Promise.all([again(), again(), again(), again()])
    for (const { json } of answers) expect(json.message).toMatchObject({ id: messageId, number: 2 })
    const first = randomUUID()
    await Promise.all([ask(server, asker, book, 'More?', first), ask(server, asker, book, 'More?', first)])
    expect(await messagesOf(asker, id)).toHaveLength(3)
    expect(await write(server, asker, id, 'Mine', messageId)).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'messageId' }] },
    })
  })

  test('is counted until it is read: exactly, whatever is written and read at once', async () => {
    const { seller, asker, id } = await aTalk(server)
    const each = Array.from({ length: 6 }, (_, place) => place)
    await Promise.all([
      ...each.map(() => write(server, asker, id)),
      ...each.map(() => write(server, seller, id)),
      ...each.map((place) => readUpTo(server, seller, id, place)),
    ])
    const own = await messagesOf(seller, id)
    const { all, each: counts } = await unreadOf(server, seller)
    const after = (upTo: number) => own.filter((message) => !message.isOwn && message.number > upTo).length
    // Read up to the fifth at most, and not beyond the messages of that moment.
    const { rows } = await sql<{ read: number }>`SELECT read_number AS read FROM conversation_sides
      WHERE conversation_id = ${id} AND account_id = ${seller.id}`.execute(services.db)
    expect(rows[0]!.read).toBeLessThanOrEqual(5)
    expect([all, counts]).toEqual([after(rows[0]!.read), [all]])
    // Read stays read, even when an earlier report arrives late.
    for (const upTo of [7, 3, 3]) expect(await readUpTo(server, seller, id, upTo)).toBe(after(7))
    expect(await readUpTo(server, seller, id, 2 ** 30)).toBe(0)
    expect((await unreadOf(server, seller)).all).toBe(0)
  })

  test('with a telephone number is sent, with a hint, until an order has opened the contacts', async () => {
    const { seller, asker, book, id } = await aTalk(server)
    const said = { status: 200, json: { hint: 'contacts' } }
    expect(await write(server, asker, id, 'Call +49 170 1234567')).toMatchObject(said)
    expect(await write(server, asker, id, 'ada@example.org')).toMatchObject(said)
    expect((await write(server, asker, id, 'Tomorrow at 15:30?')).json).not.toHaveProperty('hint')
    const order = await anOrder(server, { seller, buyer: asker, book })
    expect((await conversationOf(asker, id)).areContactsOpen).toBe(false)
    await send('POST', `/api/my-orders/${order.id}/cash`, { token: asker.token })
    await send('POST', `/api/my-buyers/${order.id}/agree`, { token: seller.token })
    expect((await conversationOf(asker, id)).areContactsOpen).toBe(true)
    expect((await write(server, asker, id, 'Call +49 170 1234567')).json).not.toHaveProperty('hint')
  })

  test('begins from a confirmed email alone; who was asked may answer without', async () => {
    const seller = await anAccount(services, 'seller', { emailVerified: false })
    const { asker, book, id } = await aTalk(server, { seller })
    const unconfirmed = await anAccount(services, 'buyer', { emailVerified: false })
    expect(await ask(server, unconfirmed, book)).toMatchObject({ status: 200, json: { waits: true } })
    expect((await send('GET', '/api/conversations', { token: seller.token })).json).toHaveLength(1)
    expect((await write(server, seller, id, 'Yes, it is.')).status).toBe(200)
    expect(await unreadOf(server, asker)).toEqual({ all: 1, each: [1] })
  })

  test('the newest come first, in pages', async () => {
    const { asker, id } = await aTalk(server)
    for (let count = 0; count < 3; count += 1) await write(server, asker, id, `${count}`)
    const page = await send('GET', `/api/conversations/${id}/messages?limit=3`, { token: asker.token })
    expect(page.json.map(({ text }: { text: string }) => text)).toEqual(['2', '1', '0'])
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect((await send('GET', next, { token: asker.token })).json).toMatchObject([{ number: 1 }])
  })
})

describe('blocking', () => {
  test('stops both ways, in every conversation of the two, until the blocker lifts it', async () => {
    const { seller, asker, id } = await aTalk(server)
    const book = await aBook(services, seller)
    const block = (method: 'PUT' | 'DELETE', { token }: { token: string }) =>
      send(method, `/api/conversations/${id}/block`, { token })
    await block('PUT', seller)
    await block('PUT', seller)
    expect(await conversationOf(seller, id)).toMatchObject({ isBlocked: true })
    expect(await conversationOf(asker, id)).toMatchObject({ isDeclined: true })
    expect(await write(server, asker, id)).toMatchObject({ status: 409, json: { code: 'messages_declined' } })
    expect(await ask(server, asker, book)).toMatchObject({ status: 409, json: { code: 'messages_declined' } })
    expect(await write(server, seller, id)).toMatchObject({ status: 409, json: { code: 'person_blocked' } })
    await block('DELETE', asker)
    expect(await write(server, asker, id)).toMatchObject({ status: 409 })
    await block('DELETE', seller)
    expect(await write(server, asker, id)).toMatchObject({ status: 200 })
    expect(await messagesOf(asker, id)).toHaveLength(2)
  })
})

describe('limits', () => {
  test('five conversations on the first day, twenty on others, two hundred messages; retries don’t count', async () => {
    const [asker, seller] = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
    const askOnce = async (messageId = randomUUID()) =>
      ask(server, { token: await freshToken(services, asker.id) }, await aBook(services, seller), 'Hi', messageId)
    for (let count = 0; count < 5; count += 1) expect((await askOnce()).status).toBe(200)
    expect(await askOnce()).toMatchObject({ status: 429, json: { code: 'too_many_messages' } })
    clock.advance(25 * 3600)
    const first = await askOnce()
    for (let count = 1; count < 20; count += 1) expect((await askOnce()).status).toBe(200)
    expect(await askOnce()).toMatchObject({ status: 429 })
    const { conversationId, message } = first.json
    const again = { token: await freshToken(services, asker.id) }
    // Inserts 179 more, one below the limit of 200.
    await sql`
      INSERT INTO messages (id, conversation_id, sender_id, number, text, sent_at)
      SELECT gen_random_uuid(), ${conversationId}, ${asker.id}, 1000 + n, 'Hi', ${clock.now()} FROM generate_series(1, 179) n`.execute(
      services.db,
    )
    expect((await write(server, again, conversationId)).status).toBe(200)
    expect(await write(server, again, conversationId)).toMatchObject({ status: 429 })
    expect(await write(server, again, conversationId, 'Hi', message.id)).toMatchObject({ status: 200 })
  })
})
