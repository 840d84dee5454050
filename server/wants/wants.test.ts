import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MOST_WANTS } from '#contract/wants/wants.ts'
import { closeAccount } from '#server/account-closure/close-account.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Mail } from '#server/ports/mail.ts'
import { aBook, anAccount, buyNowBody, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { matchWants } from './match-wants.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const saving = (search: string, often = 'at_once', name = 'Mine') => ({ search, often, name })
const save = ({ token }: TestAccount, search: string, often?: string) =>
  send('POST', '/api/wants', { token, body: saving(search, often) })
const listed = async ({ token }: TestAccount) => (await send('GET', '/api/wants', { token })).json
const waitFor = ({ token }: TestAccount, book: string) => send('PUT', `/api/wants/books/${book}`, { token })

/** Emails of an account about its wants, once all due within a day are sent. */
async function mailsTo({ id }: TestAccount): Promise<Mail[]> {
  await matchWants(services)
  return bookedMails(server, { name: 'wants_found', params: { accountId: id } })
}

describe('a saved search', () => {
  test('tells once of all that appears within minutes, by others, with its words and filters', async () => {
    const [reader, seller] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    expect((await save(reader, 'q=zanzibar+Atlas&price_to=20')).status).toBe(200)
    const first = await aBook(services, seller, { title: 'Atlas of Zanzibar' })
    await matchWants(services)
    clock.advance(60)
    const second = await aBook(services, seller, { title: 'Zanzibar', author: 'A. Atlas' })
    await aBook(services, seller, { title: 'Atlas of Zanzibar', resalePrice: 2100, originalPrice: 3000 })
    await aBook(services, seller, { title: 'Atlas of Malta' })
    await aBook(services, reader, { title: 'Atlas of Zanzibar' })
    const [mail, ...others] = await mailsTo(reader)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: { address: reader.email }, subject: '2 books you’re waiting for' })
    const links = [...mail!.text.matchAll(/\/advertise\/(\S+)/g)].map(([, id]) => id)
    expect(links).toEqual([second, first])
    expect(mail!.text).toContain('Your search: “Mine”')
    expect(mail!.text).not.toContain(seller.email)
    // One-click unsubscribe works without signing in.
    expect((await fetch(server.origin + new URL(mail!.stopLink!).pathname, { method: 'POST' })).status).toBe(200)
    expect(await mailsTo(reader)).toEqual([])
  })

  test('tells nothing twice, nor what is reserved, hidden or gone by then', async () => {
    const reader = await anAccount(services, 'user')
    const seller = await anAccount(services, 'seller')
    const buyer = await anAccount(services, 'buyer')
    await save(reader, 'q=quokka')
    const book = await aBook(services, seller, { title: 'Quokka' })
    expect(await mailsTo(reader)).toHaveLength(1)
    clock.advance(600)
    await sql`UPDATE books SET resale_price = 1100 WHERE id = ${book}`.execute(db)
    const reserved = await aBook(services, seller, { title: 'Quokka of the sea' })
    await matchWants(services)
    await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(reserved) })
    const mails = await mailsTo(reader)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(book)
    await send('PUT', '/api/my-books', { token: seller.token, body: { isPaused: true } })
    expect(await mailsTo(reader)).toEqual([])
  })

  test('finds a book that came back, or whose listing got the words later', async () => {
    const [reader, seller] = [await anAccount(services, 'user'), await anAccount(services, 'seller')]
    const book = await aBook(services, seller, { title: 'Numbat' })
    await save(reader, 'q=numbat')
    const other = await aBook(services, seller, { title: 'Wombat' })
    await sql`UPDATE books SET title = 'Numbat and Wombat' WHERE id = ${other}`.execute(db)
    await send('PUT', '/api/my-books', { token: seller.token, body: { isPaused: true } })
    await send('PUT', '/api/my-books', { token: seller.token, body: { isPaused: false } })
    const [mail] = await mailsTo(reader)
    for (const id of [book, other]) expect(mail!.text).toContain(id)
  })

  test('once a day is one email for all of it; never is none', async () => {
    const daily = await anAccount(services, 'user')
    const never = await anAccount(services, 'user')
    const seller = await anAccount(services, 'seller')
    await save(daily, 'q=bilby', 'daily')
    await save(never, 'q=bilby', 'never')
    for (const _ of [1, 2, 3]) {
      await aBook(services, seller, { title: 'Bilby' })
      await matchWants(services)
      clock.advance(5 * 3600)
    }
    expect((await mailsTo(daily)).map(({ subject }) => subject)).toEqual(['3 books you’re waiting for'])
    expect(await mailsTo(never)).toEqual([])
  })

  test('tells of an unconfirmed seller’s books once the seller has confirmed the email', async () => {
    const reader = await anAccount(services, 'user')
    const seller = await anAccount(services, 'seller', { emailVerified: false })
    await save(reader, 'q=quokka')
    await aBook(services, seller, { title: 'Quokka' })
    expect(await mailsTo(reader)).toEqual([])
    await sql`UPDATE accounts SET email_verified = true WHERE id = ${seller.id}`.execute(db)
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['For sale: “Quokka”'])
  })

  test('is saved once, renamed, and deleted by its owner alone', async () => {
    const [reader, other] = [await anAccount(services, 'user'), await anAccount(services, 'user')]
    const { insertedId } = (await save(reader, 'q=one+two&condition=good')).json
    expect((await save(reader, 'condition=good&q=one%20two', 'daily')).json.insertedId).toBe(insertedId)
    const change = ({ token }: TestAccount) =>
      send('PATCH', `/api/wants/${insertedId}`, { token, body: { name: 'Other name', often: 'daily' } })
    expect([(await change(other)).status, (await change(reader)).status]).toEqual([404, 200])
    expect(await listed(reader)).toMatchObject([
      { id: insertedId, name: 'Other name', search: 'q=one+two&condition=good', bookId: null, often: 'daily' },
    ])
    expect(await listed(other)).toEqual([])
    const remove = ({ token }: TestAccount) => send('DELETE', `/api/wants/${insertedId}`, { token })
    expect([(await remove(other)).status, (await remove(reader)).status]).toEqual([404, 200])
    expect(await listed(reader)).toEqual([])
  })

  test('has words, an owner whose email is confirmed, and few beside it', async () => {
    const reader = await anAccount(services, 'user')
    const unproven = await anAccount(services, 'user', { emailVerified: false })
    expect(await save(reader, 'category=novel-book')).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'search' }] },
    })
    expect((await save(unproven, 'q=one')).json.code).toBe('email_not_confirmed')
    await sql`INSERT INTO wants (account_id, search, key_word, name, often, created_at)
      SELECT ${reader.id}, 'q=' || n, n::text, 'Many', 'daily', now() FROM generate_series(1, ${MOST_WANTS}::int) n`.execute(
      db,
    )
    expect((await save(reader, 'q=one')).json.code).toBe('too_many_wants')
    expect((await save(reader, 'q=7')).status).toBe(200)
  })
})

describe('a reserved book', () => {
  test('causes one email when it is back on sale, and again after a new wait', async () => {
    const reader = await anAccount(services, 'user')
    const seller = await anAccount(services, 'seller', { emailVerified: false })
    const buyer = await anAccount(services, 'buyer')
    const book = await aBook(services, seller, { title: 'Coming Back' })
    expect((await waitFor(reader, book)).json.code).toBe('book_not_reserved')
    const buy = async () =>
      (await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })).json.insertedId as string
    const cancel = (order: string) => send('POST', `/api/my-orders/${order}/cancel`, { token: buyer.token })
    const order = await buy()
    expect((await waitFor(seller, book)).json.code).toBe('own_book')
    const [{ json: first }, { json: second }] = [await waitFor(reader, book), await waitFor(reader, book)]
    expect(second).toEqual(first)
    expect(first.insertedId).toBe((await listed(reader))[0].id)
    expect(await listed(reader)).toMatchObject([{ name: 'Coming Back', bookId: book, search: null }])
    expect(await mailsTo(reader)).toEqual([])
    await cancel(order)
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['For sale: “Coming Back”'])
    expect(await listed(reader)).toEqual([])

    clock.advance(25 * 3600)
    const again = await buy()
    await waitFor(reader, book)
    await cancel(again)
    await matchWants(services)
    const { rows } = await sql`SELECT FROM want_matches WHERE account_id = ${reader.id}`.execute(db)
    expect(rows).toHaveLength(1)
    expect((await mailsTo(reader)).length).toBe(1)
  })
})

test('a suspended account gets its emails about wanted books once restored', async () => {
  const reader = await anAccount(services, 'buyer')
  const seller = await anAccount(services, 'seller')
  const admin = await anAccount(services, 'admin')
  const token = await freshToken(services, admin.id)
  const decide = (what: string, body?: object) => send('POST', `/api/accounts/${reader.id}/${what}`, { token, body })
  await save(reader, 'q=okapi')
  for (const title of ['Okapi', 'The Okapi']) await aBook(services, seller, { title })
  await decide('suspend', { days: '7', reason: 'rules', note: '' })
  expect(await mailsTo(reader)).toEqual([])
  await decide('restore')
  expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['2 books you’re waiting for'])
})

test('a closed account waits for nothing', async () => {
  const reader = await anAccount(services, 'user')
  const seller = await anAccount(services, 'seller')
  const admin = await anAccount(services, 'admin')
  await save(reader, 'q=potoroo')
  await aBook(services, seller, { title: 'Potoroo' })
  await matchWants(services)
  await closeAccount(services, { ...(await findAccountById(db, admin.id))!, signedInAt: 0 }, reader.id)
  const kept = sql`SELECT FROM wants WHERE account_id = ${reader.id} UNION ALL
    SELECT FROM want_matches WHERE account_id = ${reader.id}`
  expect((await kept.execute(db)).rows).toEqual([])
  expect(await mailsTo(reader)).toEqual([])
})
