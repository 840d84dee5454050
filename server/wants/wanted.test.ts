import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { anAccount, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { listAllWanted } from './hide-wanted.ts'
import { listWanted, sumUpWanted } from './sum-up-wanted.ts'
import { wantedByMany } from './wanted.rules.ts'

const server = await startTestServer()
const { services, send } = server

beforeEach(async () => void (await sql`DELETE FROM wants`.execute(services.db)))

async function save({ token }: TestAccount, search: string, often = 'at_once'): Promise<void> {
  const { status } = await send('POST', '/api/wants', { token, body: { search, often, name: 'Mine' } })
  expect(status).toBe(200)
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => anAccount(services, 'buyer')))
async function wanted() {
  await sumUpWanted(services)
  return listWanted(services)
}

describe('what is wanted by members', () => {
  test('is what at least two people look for, in whatever order and case, without a name', async () => {
    const [one, other, third] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
    await save(one, 'q=Dune+Herbert')
    await save(one, 'q=herbert+dune&price_to=5')
    await save(one, 'q=Alone+at+Last')
    await save(other, 'q=dune+herbert')
    await save(other, 'q=Salt')
    await save(third, 'q=salt')
    await save(third, 'q=dune+herbert')
    expect(await wanted()).toEqual([
      { words: 'dune herbert', people: 3 },
      { words: 'Salt', people: 2 },
    ])
    // A search of a single person is hidden again.
    for (const { id } of [third, other]) await closeByAdmin(services, id)
    expect(await wanted()).toEqual([])
  })

  test('leaves out accounts without emails, unconfirmed and suspended ones', async () => {
    const [one, other] = (await people(2)) as [TestAccount, TestAccount]
    await save(one, 'q=quiet', 'never')
    await save(other, 'q=quiet')
    expect(await wanted()).toEqual([])
    await save(one, 'q=quiet')
    expect(await wanted()).toHaveLength(1)
    await sql`UPDATE accounts SET email_verified = false WHERE id = ${one.id}`.execute(services.db)
    expect(await wanted()).toEqual([])
  })

  test('is shown to every visitor of the home page, as of the last aggregation', async () => {
    const [one, other] = (await people(2)) as [TestAccount, TestAccount]
    await save(one, 'q=Later')
    await save(other, 'q=Later')
    await sql`DELETE FROM wanted`.execute(services.db)
    expect(await listWanted(services)).toEqual([])
    await Promise.all([sumUpWanted(services), sumUpWanted(services)])
    expect(await listWanted(services)).toEqual([{ words: 'Later', people: 2 }])
  })

  test.each([
    ['call 0170 1234567 now', []],
    ['call 0170 123 456 now', []],
    ['call ٠١٧٠ ١٢٣ ٤٥٦ now', []],
    ['2001 a space odyssey', [{ words: '2001 a space odyssey', people: 2 }]],
    ['visit evil.example/x', [{ words: 'visit evil example x', people: 2 }]],
    ['<b>bold</b>', [{ words: 'b bold b', people: 2 }]],
    ['“The Keeper’s 3rd” book', [{ words: 'The Keeper’s 3rd book', people: 2 }]],
    ['9780306406157', []],
    ['a b c d e f g h i', []],
  ])('%s', (typed, expected) => {
    const words = typed.toLowerCase().match(/[\p{L}\p{N}’]+/gu) ?? []
    const searches = ['one', 'other'].map((accountId) => ({ accountId, words, typed }))
    expect(wantedByMany(searches, 5)).toMatchObject(expected)
  })
})

describe('what an admin hides', () => {
  test('is not on the home page until it is shown again, however its words are typed; the log has both', async () => {
    const admin = await anAccount(services, 'admin')
    const [one, other] = (await people(2)) as [TestAccount, TestAccount]
    for (const person of [one, other]) await save(person, 'q=rude+words')
    expect(await wanted()).toEqual([{ words: 'rude words', people: 2 }])
    const change = (words: string, isHidden: boolean) =>
      send('PATCH', '/api/wanted', { token: admin.token, body: { words, isHidden } })
    for (let turn = 0; turn < 2; turn += 1) expect((await change('rude words', true)).status).toBe(200)
    expect(await listWanted(services)).toEqual([])
    for (const person of [one, other]) await save(person, 'q=Words+rude&price_to=9')
    expect(await wanted()).toEqual([])
    const [kept] = await listAllWanted(services)
    expect(kept).toMatchObject({ people: 2, isHidden: true })
    expect((await send('GET', '/api/wanted', { token: admin.token })).json).toEqual([kept])
    expect((await change(kept!.words, false)).status).toBe(200)
    expect(await listWanted(services)).toHaveLength(1)
    expect(problemOf(await change('nobody’s', true))).toMatchObject({ code: 'not_found' })
    for (const kind of ['wanted_shown', 'wanted_hidden'])
      expect((await send('GET', `/api/audit-log?kind=${kind}`, { token: admin.token })).json).toHaveLength(1)
  })
})

describe('how many look for a book', () => {
  const looking = async ({ token }: TestAccount, query: Record<string, string>) =>
    send('GET', `/api/wants/looking?${new URLSearchParams(query).toString()}`, { token })

  test('counts each other person once, by the words of what is typed so far', async () => {
    const seller = await anAccount(services, 'seller')
    const [one, other, third] = (await people(3)) as [TestAccount, TestAccount, TestAccount]
    await save(one, 'q=zanzibar+atlas&price_to=1')
    await save(one, 'q=zanzibar')
    await save(other, 'q=zanzibar+-malta')
    await save(third, 'q=9780306406157')
    await save(seller, 'q=zanzibar')
    expect((await looking(seller, { title: 'Atlas of Zanzibar' })).json).toEqual({ people: 2 })
    expect((await looking(seller, { title: 'Zanzibar and Malta' })).json).toEqual({ people: 1 })
    expect((await looking(seller, { title: 'Of', author: 'B. Zanzibar' })).json).toEqual({ people: 2 })
    expect((await looking(seller, { isbn: '0-306-40615-2' })).json).toEqual({ people: 1 })
    expect((await looking(seller, {})).json).toEqual({ people: 0 })
  })

  test('is for sellers; an invalid ISBN is refused at its field', async () => {
    const [buyer] = (await people(1)) as [TestAccount]
    expect(problemOf(await looking(buyer, { title: 'Salt' })).code).toBe('wrong_role')
    const refused = problemOf(await looking(await anAccount(services, 'seller'), { isbn: '9780306406158' }))
    expect(refused.invalidFields?.map(({ field }) => field)).toEqual(['isbn'])
  })
})
