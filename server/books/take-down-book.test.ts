import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aTalk } from '#tests/kit/talking.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { listsWith, PUBLIC_LISTS } from '#tests/kit/walk.ts'
import { takeDownBook } from './take-down-book.ts'

const server = await startTestServer()
const { services, send } = server
const admin = await anAccount(services, 'admin')
const WHY = { reason: 'copied', note: 'The cover is a film poster.' } as const

const takeDown = (book: string, by = admin) =>
  send('POST', `/api/listings/${book}/take-down`, { token: by.token, body: WHY })
const putBack = (book: string) => send('POST', `/api/listings/${book}/put-back`, { token: admin.token })
const read = async (path: string, token?: string) => (await send('GET', `/api${path}`, { token })).json

describe('a listing that was taken down', () => {
  test('is visible to its seller alone, with the reason and an email, until it is restored', async () => {
    const seller = await anAccount(services, 'seller')
    const book = await aBook(services, seller, { category: 'novel-book' })
    await send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })
    expect(await listsWith(server, book)).toEqual(PUBLIC_LISTS)
    expect((await takeDown(book)).status).toBe(200)
    expect([await listsWith(server, book), (await send('GET', `/api/advertise/${book}`)).status]).toEqual([[], 404])
    for (const page of [`/share/books/${book}.png`]) expect((await send('GET', page)).status).toBe(404)
    expect(await read('/my-books', seller.token)).toMatchObject([{ _id: book, takenDown: WHY }])
    expect(await bookedMails(server, { params: { bookId: book } })).toMatchObject([
      { to: { address: seller.email }, text: expect.stringContaining('(“The cover is a film poster.”)') },
    ])
    for (let turn = 0; turn < 2; turn += 1) expect((await putBack(book)).status).toBe(200)
    expect(await listsWith(server, book)).toEqual(PUBLIC_LISTS)
    expect((await read('/my-books', seller.token))[0].takenDown).toBeNull()
    expect(await bookedMails(server, { params: { bookId: book } })).toMatchObject([
      { subject: expect.stringContaining('Back again') },
    ])
    expect(await read(`/audit-log?account=${seller.id}`, admin.token)).toHaveLength(2)
  })

  test('can’t be bought, whatever its seller does', async () => {
    const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const book = await aBook(services, seller)
    await takeDown(book)
    const asSeller = (method: string, path: string, body?: object) =>
      send(method, `/api/my-books${path}`, { token: seller.token, body })
    await asSeller('PUT', '', { isPaused: true })
    await asSeller('PUT', '', { isPaused: false })
    await asSeller('DELETE', `/${book}`)
    await asSeller('POST', `/${book}/restore`)
    const bought = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
    expect(bought.status).toBe(404)
    const unpaused = sql`UPDATE books SET is_paused = false WHERE id = ${book}`.execute(services.db)
    await expect(unpaused).rejects.toThrow('books_taken_down_are_paused')
  })

  test('and a claim at the same moment: one of the two comes first, and the claim’s statement knows', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
      const book = await aBook(services, seller)
      const [bought] = await Promise.all([
        send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) }),
        takeDownBook(services, admin, book, WHY),
      ])
      const { rows } = await sql<{ state: string }>`SELECT state FROM books WHERE id = ${book}`.execute(services.db)
      expect(rows[0]!.state).toBe(bought.status === 200 ? 'claimed' : 'unsold')
    }
  })

  test('leaves a reservation untouched, and stays hidden when the copy is released', async () => {
    const order = await anOrder(server)
    const { id } = await aTalk(server, { ...order, asker: order.buyer })
    await takeDown(order.book)
    // Neither links to a missing page.
    expect(await read(`/my-orders/${order.id}`, order.buyer.token)).toMatchObject({
      state: 'claimed',
      isBookGone: true,
    })
    // Nor do they show a photo that was taken down.
    await sql`UPDATE books SET images = '{/images/one.webp}' WHERE id = ${order.book}`.execute(services.db)
    expect(await read(`/conversations/${id}`, order.buyer.token)).toMatchObject({
      book: { isThere: false, images: [] },
    })
    await send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect(await listsWith(server, order.book)).toEqual([])
  })

  test('is taken down once: the second admin learns of the first', async () => {
    const second = await anAccount(services, 'admin')
    const book = await aBook(services, await anAccount(services, 'seller'))
    const answers = await Promise.all([takeDown(book), takeDown(book, second)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await bookedMails(server, { params: { bookId: book } })).toHaveLength(1)
    for (const act of [takeDown, putBack]) expect((await act(crypto.randomUUID())).status).toBe(404)
  })
})
