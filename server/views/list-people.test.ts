import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountSorts } from '#contract/sorts.ts'
import { memberName } from '#contract/wording.ts'
import { anOrder, aPaidOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { listPeople } from './list-people.ts'
import { withWords } from './people.sql.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server
let admin: TestAccount

beforeAll(async () => {
  admin = await anAccount(services, 'admin')
})
beforeEach(async () => {
  await sql`UPDATE accounts SET closed_at = now(), email = 'closed:' || id WHERE role <> 'admin'`.execute(services.db)
})

/** Creates an account, a second after the one before. */
async function person(...given: Parameters<typeof anAccount> extends [unknown, ...infer Rest] ? Rest : never) {
  server.clock.advance(1)
  return (await anAccount(services, ...given)).id
}
const listedBy = async (list: string, sort: string, limit = 2) =>
  (await walk(server, `/api/${list}?sort=${sort}&limit=${limit}`, admin.token)).ids

describe('the admin’s lists', () => {
  test('by name, by email and by joining time; nameless accounts sort under Member', async () => {
    const zoe = await person('seller', { name: 'Zoë', email: 'a@example.org' })
    const adam = await person('seller', { name: 'adam', email: 'c@example.org' })
    const nameless = await person('seller', { name: '', email: 'berta@example.org' })
    const eve = await person('seller', { name: 'Ève', email: 'd@example.org' })
    const byName = [adam, eve, nameless, zoe]
    expect(await listedBy('all-sellers', 'name', 1)).toEqual(byName)
    expect(await listedBy('all-sellers', '-name', 3)).toEqual(byName.toReversed())
    const byEmail = [zoe, nameless, adam, eve]
    expect(await listedBy('all-sellers', 'email', 1)).toEqual(byEmail)
    expect(await listedBy('all-sellers', '-email', 3)).toEqual(byEmail.toReversed())
    expect(await listedBy('all-sellers', 'oldest')).toEqual([zoe, adam, nameless, eve])
    expect(await listedBy('all-sellers', 'newest')).toEqual([eve, nameless, adam, zoe])
  })

  test('by status: buyers before those without a role, verified before unverified, newest first', async () => {
    const user = await person('user', { emailVerified: true })
    const unverified = await person('buyer', { emailVerified: false })
    const [older, newer] = [await person('buyer'), await person('buyer')]
    expect(await listedBy('all-buyers', 'state', 1)).toEqual([newer, older, unverified, user])
    expect(await listedBy('all-buyers', '-state', 1)).toEqual([user, unverified, newer, older])
  })

  test.each(accountSorts)('walked by sort=%s have each account once, though all are alike', async (sort) => {
    const made = []
    for (let turn = 0; turn < 7; turn += 1) made.push(await person('buyer', { name: 'Same' }))
    await sql`UPDATE accounts SET created_at = '2026-01-01' WHERE closed_at IS NULL`.execute(services.db)
    expect((await listedBy('all-buyers', sort, 3)).toSorted()).toEqual(made.toSorted())
  })

  test('keep their place while the last one shown is deleted', async () => {
    const made = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.push(await person('seller', { name }))
    const first = await send('GET', '/api/all-sellers?sort=name&limit=2', { token: admin.token })
    await send('DELETE', `/api/all-sellers/delete/${made[1]}`, { token: admin.token })
    const next = /^<([^>]+)>/.exec(String(first.headers.get('link')))![1]!
    expect((await walk(server, next, admin.token)).ids).toEqual(made.slice(2))
  })

  test.each(['price', 'Name', ''])('refuse sort=%s in words', async (sort) => {
    expect(await send('GET', `/api/all-buyers?sort=${sort}`, { token: admin.token })).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'sort', message: expect.stringContaining('newest, oldest, name') }] },
    })
  })

  test('refuse a cursor of another sort, and one with a text that no database holds', async () => {
    const { id } = admin
    for (const parts of [
      ['email', id, 'a'],
      ['name', id, 'a\0b'],
      ['name', id],
      ['name', id, 'a', 'b'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
      expect(await send('GET', `/api/all-buyers?sort=name&cursor=${cursor}`, { token: admin.token })).toMatchObject({
        status: 422,
        json: { invalidFields: [{ field: 'cursor' }] },
      })
    }
  })

  test('say what an account does in the shop', async () => {
    const seller = await anAccount(services, 'seller')
    await aBook(services, seller)
    const { buyer } = await anOrder(server, { seller })
    await aPaidOrder(server, { seller, buyer })
    const listed = async (list: string, id: string) =>
      ((await send('GET', `/api/${list}`, { token: admin.token })).json as { _id: string }[]).find(
        ({ _id }) => _id === id,
      )
    expect(await listed('all-sellers', seller.id)).toMatchObject({
      stats: { listings: 1, sales: 1, purchases: 0, openOrders: 1 },
    })
    expect(await listed('all-buyers', buyer.id)).toMatchObject({
      stats: { listings: 0, sales: 0, purchases: 1, openOrders: 1 },
    })
  })
})

describe('people', () => {
  const found = async (q: string) => {
    const { items } = await listPeople(services, q, { limit: 50, sort: 'newest' })
    return items.map(({ id }) => id)
  }

  test('are found by the beginnings of words of their name and email, whatever their role; the closed are not', async () => {
    const mark = `m${crypto.randomUUID().slice(0, 8)}`
    const seller = await anAccount(services, 'seller', { name: `Odile O’Marsh-${mark}` })
    const buyer = await anAccount(services, 'buyer', { email: `first.last+${mark}@books-${mark}.example.org` })
    const admin = await anAccount(services, 'admin', { name: `Ärla ${mark}` })
    expect(await found(`odi ${mark.slice(0, 6)}`)).toEqual([seller.id])
    expect(await found(`MARSH-${mark}`)).toEqual([seller.id])
    expect(await found(`last+${mark}@books`)).toEqual([buyer.id])
    expect(await found(`är ${mark}`)).toEqual([admin.id])
    expect(new Set(await found(mark))).toEqual(new Set([seller.id, buyer.id, admin.id]))
    for (const none of [`dile ${mark}`, `'${mark}' | x`, '!&|()', `${mark}:*& nobody`])
      expect(await found(none)).toEqual([])
    await sql`UPDATE accounts SET closed_at = now() WHERE id = ${buyer.id}`.execute(services.db)
    expect(await found(`last ${mark}`)).toEqual([])
  })

  test('without a name are found by the number that they are called by', async () => {
    const nameless = await anAccount(services, 'buyer', { name: '' })
    const named = await anAccount(services, 'buyer', { name: 'Kim' })
    for (const q of [memberName({ ...nameless, name: '' }), nameless.id.slice(0, 4)])
      expect(await found(q)).toContain(nameless.id)
    expect(await found(named.id.slice(0, 4))).not.toContain(named.id)
  })

  test('are found by an index in a club of twenty thousand', async () => {
    const takenBack = new Error('The crowd goes home.')
    let plan = ''
    const crowd = services.db.transaction().execute(async (tx) => {
      await sql`
        INSERT INTO accounts (identity_id, email, name)
        SELECT 'crowd-' || n, 'crowd-' || n || '@example.org', 'Name ' || n FROM generate_series(1, 20000) n`.execute(
        tx,
      )
      await sql`ANALYZE accounts`.execute(tx)
      const { rows } = await sql`
        EXPLAIN SELECT id FROM accounts WHERE closed_at IS NULL AND ${withWords(['1234'])}
        ORDER BY created_at DESC, id DESC LIMIT 25`.execute(tx)
      plan = JSON.stringify(rows)
      throw takenBack
    })
    await expect(crowd).rejects.toBe(takenBack)
    expect(plan).toContain('accounts_by_words')
  })
})
