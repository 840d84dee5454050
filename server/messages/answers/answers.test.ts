import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { deleteConversationsOf } from '#server/messages/erase-messages.ts'
import { aBook, anAccount, freshToken, type TestAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { aTalk, ask, write } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { keepAnswers } from './keep-answers.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const MINUTE = 60
const DAY = 24 * 3600
const within = async (seller: TestAccount): Promise<string | undefined> => {
  await keepAnswers(services)
  return (await send('GET', `/api/sellers/${seller.id}`)).json.answersWithin
}
const again = async (account: TestAccount) => ({ ...account, token: await freshToken(services, account.id) })

/** Creates a seller with this many questions and answers, answered after this many hours. */
async function anAskedSeller(given: { asked?: number; answered?: number; after?: number } = {}) {
  const { asked = 5, after = 10 * MINUTE } = given
  const { answered = asked } = given
  const seller = await anAccount(services, 'seller')
  const talks: { id: string; asker: TestAccount }[] = []
  for (let turn = 0; turn < asked; turn += 1) {
    const { id, asker } = await aTalk(server, { seller: await again(seller) })
    talks.push({ id, asker })
    clock.advance(after)
    if (turn < answered) await write(server, await again(seller), id)
  }
  return { seller, talks }
}

test('is said once five people have an answer, in the word of the usual one', async () => {
  const { seller } = await anAskedSeller({ asked: 4 })
  expect(await within(seller)).toBeNull()
  const { id } = await aTalk(server, { seller: await again(seller) })
  expect(await within(seller)).toBeNull()
  await write(server, await again(seller), id)
  expect(await within(seller)).toBe('hour')
  expect(await within((await anAskedSeller({ after: 5 * 3600 })).seller)).toBe('day')
  expect(await within((await anAskedSeller({ after: 3 * DAY })).seller)).toBe('days')
  expect(await within((await anAskedSeller({ after: 5 * DAY })).seller)).toBeNull()
})

test('only a first answer counts, and not the asker’s own messages', async () => {
  const { seller, talks } = await anAskedSeller({ after: 5 * 3600 })
  expect(await within(seller)).toBe('day')
  for (const { id } of talks) await write(server, await again(seller), id, 'And one more thing.')
  expect(await within(seller)).toBe('day')
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM conversations WHERE seller_id = ${seller.id} AND answered_at <> created_at + interval '5 hours'`.execute(
    db,
  )
  expect(rows[0]!.count).toBe(0)
})

test('questions without an answer count once they have waited a day, by time alone', async () => {
  const { seller } = await anAskedSeller({ asked: 9, answered: 4 })
  clock.advance(DAY - 3600)
  expect(await within(seller)).toBeNull()
  const quick = (await anAskedSeller({ asked: 9, answered: 5 })).seller
  expect(await within(quick)).toBe('hour')
  const book = await aBook(services, quick)
  const askers = await Promise.all([1, 2].map(() => anAccount(services, 'buyer')))
  for (const asker of askers) await ask(server, asker, book)
  expect(await within(quick)).toBe('hour')
  clock.advance(DAY)
  expect(await within(quick)).toBeNull()
})

test('what is older than 90 days is forgotten', async () => {
  const { seller } = await anAskedSeller()
  expect(await within(seller)).toBe('hour')
  clock.advance(91 * DAY)
  expect(await within(seller)).toBeNull()
  const { rows } = await sql`SELECT FROM answers_due WHERE seller_id = ${seller.id}`.execute(db)
  expect(rows).toEqual([])
})

describe('questions that can’t be answered don’t count', () => {
  /** Five answered questions, six unanswered for days. */
  const aSlowOne = async () => {
    const made = await anAskedSeller({ asked: 11, answered: 5 })
    clock.advance(2 * DAY)
    expect(await within(made.seller)).toBeNull()
    return { ...made, unanswered: made.talks.slice(5) }
  }

  test('a blocked pair’s, until the block is lifted', async () => {
    const { seller, unanswered } = await aSlowOne()
    const [one, other] = unanswered as [(typeof unanswered)[0], (typeof unanswered)[0]]
    const byAsker = (method: string) => async () =>
      send(method, `/api/conversations/${other.id}/block`, await again(other.asker))
    await send('PUT', `/api/conversations/${one.id}/block`, await again(seller))
    expect(await within(seller)).toBe('hour')
    await send('DELETE', `/api/conversations/${one.id}/block`, await again(seller))
    expect(await within(seller)).toBeNull()
    await byAsker('PUT')()
    expect(await within(seller)).toBe('hour')
  })

  test('one whose account is closed', async () => {
    const { seller, unanswered } = await aSlowOne()
    await closeByAdmin(services, unanswered[0]!.asker.id)
    expect(await within(seller)).toBe('hour')
  })

  test('one whose conversations are gone', async () => {
    const { seller, unanswered } = await aSlowOne()
    const ids = unanswered.slice(0, 1).map(({ asker }) => asker.id)
    await db.transaction().execute((tx) => deleteConversationsOf(tx, ids, clock.now()))
    expect(await within(seller)).toBe('hour')
  })
})

test('an account with a new owner starts without a response time', async () => {
  const { seller } = await anAskedSeller()
  expect(await within(seller)).toBe('hour')
  await handOverAccount(services, seller.identityId)
  await aBook(services, seller)
  expect(await within(seller)).toBeNull()
})

test('pages are new when the word is another one, and only then', async () => {
  const { catalogue } = server.database
  const { seller } = await anAskedSeller()
  const before = await catalogue.present()
  expect(await within(seller)).toBe('hour')
  expect(await catalogue.present()).toBe(before! + 1)
  const { id } = await aTalk(server, { seller: await again(seller), book: await aBook(services, seller) })
  const asked = await catalogue.present()
  await write(server, await again(seller), id)
  expect(await within(seller)).toBe('hour')
  expect(await catalogue.present()).toBe(asked)
})

test('several programs at once find the same, and each seller once', async () => {
  const sellers = [await anAskedSeller(), await anAskedSeller()]
  await Promise.all([1, 2, 3].map(() => keepAnswers(services)))
  for (const { seller } of sellers) expect(await within(seller)).toBe('hour')
})

test('the question is asked by an index, however much others are asked', async () => {
  const asked = sql`
    SELECT FROM conversations WHERE seller_id = ${crypto.randomUUID()} AND begun_by = asker_id
      AND created_at > now() ORDER BY created_at DESC LIMIT 40`
  expect(await planOf(db, asked)).toContain('conversations_asked_of_seller')
})
