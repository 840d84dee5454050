import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { API_BASE, type Call } from '#contract/call.ts'
import { declaredCalls } from '#server/http/declared-calls.ts'
import { forgedToken, tokenOf } from '#tests/kit/forged-token.ts'
import { aReport } from '#tests/kit/reports.ts'
import { exampleOf } from '#tests/kit/example-of.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { anOpenProblem } from '#tests/kit/paying.ts'
import {
  aBook,
  anAccount,
  buyNowBody,
  closeByAdmin,
  type TestAccount,
  aPictureOf,
} from '#tests/kit/accounts-and-books.ts'
import { aTalk } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

/**
 * Access table: every call as every actor. Typed out by hand, on purpose: a guard that changes in contract/ must be
 * changed here by a person as well. `ID token` is a proof of the identity provider in place of a club token; `seller`
 * owns the book, `buyer` the order.
 */
const actors = [
  'visitor',
  'expired',
  'forged',
  'ID token',
  'user',
  'buyer',
  'other buyer',
  'seller',
  'other seller',
  'admin',
  'closed',
] as const
type Actor = (typeof actors)[number]

const table = `
                                     visitor expired forged IDtoken user buyer otherBuyer seller otherSeller admin closed
POST /jwt                            401     401     401    200     200  200   200        200    200         200   401
POST /signup                         401     401     401    200     401  401   401        401    401         401   401
GET /user-type-find?email=own        401     401     401    401     200  200   200        200    200         200   401
GET /user-type-find?email=theirs     401     401     401    401     403  403   403        403    403         200   401
GET /allusers/admin/own              401     401     401    401     200  200   200        200    200         200   401
GET /allusers/admin/theirs           401     401     401    401     403  403   403        403    403         200   401
GET /allusers/buyer/own              401     401     401    401     200  200   200        200    200         200   401
GET /allusers/buyer/theirs           401     401     401    401     403  403   403        403    403         200   401
GET /allusers/seller/own             401     401     401    401     200  200   200        200    200         200   401
GET /allusers/seller/theirs          401     401     401    401     403  403   403        403    403         200   401
PATCH /account                       401     401     401    401     200  200   200        200    200         200   401
POST /account/sign-out-everywhere    401     401     401    401     200  200   200        200    200         200   401
POST /account/close                  401     401     401    401     200  200   200        200    200         403   401
GET /account/sessions                401     401     401    401     200  200   200        200    200         200   401
POST /account/sessions/end           401     401     401    401     200  200   200        200    200         200   401
POST /account/sessions/end-others    401     401     401    401     401  401   401        401    401         401   401
GET /account/email                   401     401     401    401     200  200   200        200    200         200   401
POST /account/email                  401     401     401    401     422  422   422        422    422         422   401
DELETE /account/email                401     401     401    401     200  200   200        200    200         200   401
POST /account/email/works            401     401     401    401     200  200   200        200    200         200   401
POST /account/email/confirm          401     401     401    401     401  401   401        401    401         401   401
GET /account/emails                  401     401     401    401     200  200   200        200    200         200   401
PUT /account/emails                  401     401     401    401     200  200   200        200    200         200   401
GET /account/export                  401     401     401    401     200  200   200        200    200         200   401
POST /account/export                 401     401     401    401     200  200   200        200    200         200   401
POST /account/export/open            401     401     401    401     404  404   404        404    404         404   401
POST /stop-emails                    404     404     404    404     404  404   404        404    404         404   404
GET /all-books                       200     200     200    200     200  200   200        200    200         200   200
GET /all-books/count                 200     200     200    200     200  200   200        200    200         200   200
GET /books/novel-book                200     200     200    200     200  200   200        200    200         200   200
GET /books-categories                200     200     200    200     200  200   200        200    200         200   200
POST /books-categories               401     401     401    401     403  403   403        403    403         200   401
PATCH /books-categories/victim       401     401     401    401     403  403   403        403    403         404   401
POST /books-categories/victim/merge  401     401     401    401     403  403   403        403    403         404   401
PUT /books-categories/victim/place   401     401     401    401     403  403   403        403    403         404   401
DELETE /books-categories/victim      401     401     401    401     403  403   403        403    403         404   401
GET /advertise                       200     200     200    200     200  200   200        200    200         200   200
GET /advertise/book                  200     200     200    200     200  200   200        200    200         200   200
GET /search                          200     200     200    200     200  200   200        200    200         200   200
GET /search/summary                  200     200     200    200     200  200   200        200    200         200   200
GET /suggest                         200     200     200    200     200  200   200        200    200         200   200
GET /sellers/lister                  200     200     200    200     200  200   200        200    200         200   200
GET /sellers/lister/books            200     200     200    200     200  200   200        200    200         200   200
POST /add-product                    401     401     401    401     403  403   403        200    200         403   401
GET /my-books?email=own              401     401     401    401     403  403   403        200    200         403   401
GET /my-books?email=theirs           401     401     401    401     403  403   403        403    403         403   401
GET /editions?isbn=9780306406157     401     401     401    401     403  403   403        200    200         403   401
GET /my-books/count?email=own        401     401     401    401     403  403   403        200    200         403   401
PUT /my-books                        401     401     401    401     403  403   403        200    200         403   401
POST /my-books/changes               401     401     401    401     403  403   403        200    200         403   401
POST /my-books/pile                  401     401     401    401     403  403   403        200    200         403   401
POST /my-books/prices                401     401     401    401     403  403   403        200    200         403   401
POST /my-books/edits/preview         401     401     401    401     403  403   403        200    200         403   401
POST /my-books/edits                 401     401     401    401     403  403   403        200    200         403   401
POST /my-books/list                  401     401     401    401     403  403   403        200    200         403   401
GET /my-books/list                   401     401     401    401     403  403   403        200    200         403   401
PATCH /my-books/list                 401     401     401    401     403  403   403        404    404         403   401
DELETE /my-books/list                401     401     401    401     403  403   403        200    200         403   401
POST /my-books/list/import           401     401     401    401     403  403   403        404    404         403   401
GET /my-books/imports                401     401     401    401     403  403   403        200    200         403   401
POST /my-books/imports/none/take-back  401   401     401    401     403  403   403        404    404         403   401
GET /my-books/book                   401     401     401    401     403  403   403        200    404         403   401
PATCH /my-books/book?revision=1      401     401     401    401     403  403   403        200    404         403   401
PUT /my-books/book                   401     401     401    401     403  403   403        200    404         403   401
DELETE /my-books/book                401     401     401    401     403  403   403        200    404         403   401
POST /my-books/book/restore          401     401     401    401     403  403   403        200    404         403   401
POST /buy-now                        401     401     401    401     403  200   200        403    403         403   401
PUT /buy-now/held                    401     401     401    401     403  200   404        403    403         403   401
GET /my-orders?email=own             401     401     401    401     403  200   200        403    403         403   401
GET /my-orders?email=theirs          401     401     401    401     403  403   403        403    403         403   401
GET /my-orders/order                 401     401     401    401     404  200   404        200    404         200   401
POST /my-orders/order/cancel         401     401     401    401     404  200   404        404    404         404   401
POST /my-orders/order/cash           401     401     401    401     404  200   404        404    404         404   401
POST /my-orders/order/received       401     401     401    401     404  409   404        404    404         404   401
POST /my-buyers/order/agree          401     401     401    401     404  404   404        409    404         404   401
POST /my-buyers/order/release        401     401     401    401     404  404   404        200    404         404   401
POST /my-buyers/order/hand-over      401     401     401    401     404  404   404        409    404         404   401
POST /orders/order/refund            401     401     401    401     404  404   404        409    404         409   401
POST /orders/order/given-by-hand     401     401     401    401     403  403   403        403    403         200   401
POST /orders/order/problems          401     401     401    401     404  409   404        409    404         404   401
GET /orders                          401     401     401    401     403  403   403        403    403         200   401
GET /figures                         401     401     401    401     403  403   403        403    403         200   401
GET /orders/order/messages           401     401     401    401     403  403   403        403    403         404   401
GET /orders/order/record             401     401     401    401     403  403   403        403    403         200   401
GET /problems/problem/entries        401     401     401    401     404  200   404        200    404         200   401
POST /problems/problem/entries       401     401     401    401     404  200   404        200    404         200   401
POST /problems/problem/settle        401     401     401    401     404  200   404        404    404         404   401
GET /problems                        401     401     401    401     403  403   403        403    403         200   401
POST /problems/problem/decision      401     401     401    401     403  403   403        403    403         409   401
POST /my-buyers/order/relist         401     401     401    401     404  404   404        409    404         404   401
GET /my-statement                    401     401     401    401     403  403   403        200    200         403   401
GET /my-statement/totals             401     401     401    401     403  403   403        200    200         403   401
GET /my-payout-account               401     401     401    401     403  403   403        200    200         403   401
POST /my-payout-account/refresh      401     401     401    401     403  403   403        200    200         403   401
POST /my-payout-account              401     401     401    401     403  403   403        409    409         403   401
GET /my-bank-details                 401     401     401    401     403  403   403        200    200         403   401
PUT /my-bank-details                 401     401     401    401     403  403   403        422    422         403   401
POST /my-bank-details/by-hand        401     401     401    401     403  403   403        200    200         403   401
DELETE /my-bank-details              401     401     401    401     403  403   403        200    200         403   401
POST /accounts/victim/bank-details/open 401  401     401    401     403  403   403        403    403         404   401
GET /payouts/owed                    401     401     401    401     403  403   403        403    403         200   401
GET /payouts/waiting                 401     401     401    401     403  403   403        403    403         200   401
GET /payouts                         401     401     401    401     403  403   403        403    403         200   401
POST /payouts                        401     401     401    401     403  403   403        403    403         409   401
GET /my-buyers                       401     401     401    401     403  403   403        200    200         403   401
GET /favourites                      401     401     401    401     200  200   200        200    200         200   401
GET /favourites/ids                  401     401     401    401     200  200   200        200    200         200   401
PUT /favourites/book                 401     401     401    401     200  200   200        200    200         200   401
DELETE /favourites/book              401     401     401    401     200  200   200        200    200         200   401
POST /favourites                     401     401     401    401     200  200   200        200    200         200   401
GET /wants                           401     401     401    401     200  200   200        200    200         200   401
GET /wants/looking?title=Sea         401     401     401    401     403  403   403        200    200         403   401
GET /wanted                          401     401     401    401     403  403   403        403    403         200   401
PATCH /wanted                        401     401     401    401     403  403   403        403    403         404   401
POST /wants                          401     401     401    401     200  200   200        200    200         200   401
PUT /wants/books/held                401     401     401    401     200  200   200        409    200         200   401
PATCH /wants/want                    401     401     401    401     404  404   404        404    404         404   401
DELETE /wants/want                   401     401     401    401     404  404   404        404    404         404   401
GET /conversations                   401     401     401    401     200  200   200        200    200         200   401
POST /conversations                  401     401     401    401     200  200   200        409    200         403   401
GET /waiting-question                401     401     401    401     200  200   200        200    200         200   401
DELETE /waiting-question             401     401     401    401     200  200   200        200    200         200   401
GET /conversations/talk              401     401     401    401     404  200   404        200    404         404   401
GET /conversations/talk/messages     401     401     401    401     404  200   404        200    404         404   401
POST /conversations/talk/messages    401     401     401    401     404  200   404        200    404         404   401
POST /conversations/talk/read        401     401     401    401     404  200   404        200    404         404   401
PUT /conversations/talk/block        401     401     401    401     404  200   404        200    404         404   401
DELETE /conversations/talk/block     401     401     401    401     404  200   404        200    404         404   401
GET /unread-messages                 401     401     401    401     200  200   200        200    200         200   401
GET /unread-messages/by-order        401     401     401    401     200  200   200        200    200         200   401
GET /dashboard                       401     401     401    401     200  200   200        200    200         200   401
GET /task-counts                     401     401     401    401     200  200   200        200    200         200   401
POST /create-payment-intent          401     401     401    401     404  200   404        404    404         404   401
POST /payments                       401     401     401    401     404  409   404        404    404         404   401
PUT /makeorderpaid/order             401     401     401    401     404  409   404        404    404         404   401
GET /all-buyers                      401     401     401    401     403  403   403        403    403         200   401
GET /all-sellers                     401     401     401    401     403  403   403        403    403         200   401
DELETE /all-buyers/delete/victim     401     401     401    401     403  403   403        403    403         200   401
DELETE /all-sellers/delete/victim    401     401     401    401     403  403   403        403    403         200   401
GET /accounts/other/paid-orders      401     401     401    401     403  403   403        403    403         200   401
POST /accounts/victim/suspend        401     401     401    401     403  403   403        403    403         200   401
POST /accounts/victim/make-admin     401     401     401    401     403  403   403        403    403         422   401
POST /accounts/victim/remove-admin   401     401     401    401     403  403   403        403    403         422   401
POST /accounts/victim/restore        401     401     401    401     403  403   403        403    403         200   401
GET /audit-log                       401     401     401    401     403  403   403        403    403         200   401
GET /settings                        401     401     401    401     403  403   403        403    403         200   401
GET /pictures                        401     401     401    401     403  403   403        403    403         200   401
POST /pictures/move                  401     401     401    401     403  403   403        403    403         200   401
POST /pictures/left-behind/victim/deleted 401 401    401    401     403  403   403        403    403         404   401
PATCH /settings                      401     401     401    401     403  403   403        403    403         200   401
GET /emails                          401     401     401    401     403  403   403        403    403         200   401
POST /emails/test                    401     401     401    401     403  403   403        403    403         200   401
GET /content-pages                   401     401     401    401     403  403   403        403    403         200   401
GET /content-pages/about             401     401     401    401     403  403   403        403    403         200   401
GET /content-pages/about/earlier     401     401     401    401     403  403   403        403    403         200   401
POST /content-pages/about/preview    401     401     401    401     403  403   403        403    403         200   401
PUT /content-pages/about             401     401     401    401     403  403   403        403    403         200   401
POST /content-pages/terms/reset      401     401     401    401     403  403   403        403    403         200   401
GET /people                          401     401     401    401     403  403   403        403    403         200   401
GET /people/other                    401     401     401    401     403  403   403        403    403         200   401
GET /people/other/reports            401     401     401    401     403  403   403        403    403         200   401
GET /people/other/listings           401     401     401    401     403  403   403        403    403         200   401
POST /listings/book/take-down        401     401     401    401     403  403   403        403    403         200   401
POST /listings/book/put-back         401     401     401    401     403  403   403        403    403         200   401
GET /report-cases                    401     401     401    401     403  403   403        403    403         200   401
GET /report-cases/case               401     401     401    401     403  403   403        403    403         200   401
POST /report-cases/case/decide       401     401     401    401     403  403   403        403    403         200   401
POST /reports                        401     401     401    401     200  200   200        404    200         200   401
POST /decisions/look                 404     404     404    404     404  404   404        404    404         404   404
POST /decisions/answer               404     404     404    404     404  404   404        404    404         404   404
POST /images                         401     401     401    401     200  200   200        200    200         200   401
POST /payment-events                 422     422     422    422     422  422   422        422    422         422   422
GET /config                          200     200     200    200     200  200   200        200    200         200   200
GET /health                          200     200     200    200     200  200   200        200    200         200   200
GET /ready                           200     200     200    200     200  200   200        200    200         200   200
GET /outbox                          200     200     200    200     200  200   200        200    200         200   200
`

let addresses = ''
const server = await startTestServer({
  plugins: [(app) => app.addHook('onReady', async () => void (addresses = app.printRoutes({ commonPrefix: false })))],
})
const { services, send } = server
const calls = Object.values(await declaredCalls('USD'))

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, call = '', statuses = ''] = /^(\S+ \S+)\s+(.*)$/.exec(line) ?? []
    return { call, expected: statuses.split(/\s+/).map(Number) }
  })

interface World {
  people: Record<Actor, TestAccount>
  victim: { buyer: TestAccount; seller: TestAccount }
  book: string
  held: string
  order: string
  talk: string
  problem: string
  reported: string
}

/**
 * Creates these actors, with a book and an order of the seller and the buyer. Costlier things are made only for calls
 * that name them.
 */
async function aWorld(who: readonly Actor[], call?: string): Promise<World> {
  const names = (thing: string) => call === undefined || call.includes(`/${thing}`)
  const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
  const [book, held] = [await aBook(services, seller), await aBook(services, seller)]
  const bought = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(held) })
  const talk = names('talk') ? (await aTalk(server, { seller, asker: buyer, book: held })).id : ''
  const problem = names('problem') ? await anOpenProblem(server, { seller, buyer }) : ''
  const reported = names('case') ? await aReport(server, held) : ''
  const strangers = who.filter((actor) => actor !== 'seller' && actor !== 'buyer')
  const others: [Actor, TestAccount][] = []
  // Serial: the clock is put back to mint an expired token.
  for (const actor of strangers) others.push([actor, await aStranger(actor)])
  const people = { ...Object.fromEntries(others), seller, buyer } as Record<Actor, TestAccount>
  const victim = { buyer: await anAccount(services, 'buyer'), seller: await anAccount(services, 'seller') }
  return { people, victim, book, held, talk, order: bought.json.insertedId, problem, reported }
}

const roleOf = { user: 'user', 'other buyer': 'buyer', 'other seller': 'seller', closed: 'buyer' } as const

async function aStranger(actor: Actor): Promise<TestAccount> {
  if (actor === 'ID token') return provenPerson
  const person = await anAccount(services, roleOf[actor as keyof typeof roleOf] ?? 'admin')
  if (actor === 'expired') return { ...person, token: await tokenOf(server, person, -3601) }
  if (actor === 'forged') return { ...person, token: await forgedToken(person) }
  if (actor !== 'closed') return person
  await closeByAdmin(services, person.id)
  return person
}

const proven = await aProvenAccount(server, 'seller')
const provenPerson: TestAccount = { ...proven, token: proven.proof }

/** Whether a row of the table is of this call. */
function isRowOf({ method, path }: Call): (row: string) => boolean {
  const form = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`)
  return (row) => form.test(row.split('?')[0]!)
}

/** The call of a row; `/my-books/list` takes precedence over `/my-books/:id`. */
const callOf = (row: string) =>
  calls.filter((call) => isRowOf(call)(row)).toSorted((one, other) => params(one) - params(other))[0]!
const params = ({ path }: Call) => path.split(':').length

/** Sends a row's request, in a world. */
async function ask(call: string, as: Actor, world: World): Promise<{ method: string; path: string; body?: unknown }> {
  const [method = '', pattern = ''] = call.split(' ')
  const actor = world.people[as]
  const { seller: owner } = world.people
  let path = pattern
    .replace(/\bown\b/, encodeURIComponent(actor.email))
    .replace('theirs', encodeURIComponent(owner === actor ? 'theirs@example.org' : owner.email))
  path = path
    .replace('novel-book', 'NOVEL')
    .replace(/\/book(?=\/|\?|$)/, `/${world.book}`)
    .replace('NOVEL', 'novel-book')
    .replace('/held', `/${world.held}`)
  path = path.replace(/((?:my-)?orders|my-buyers|makeorderpaid)\/order/, `$1/${world.order}`)
  path = path.replace('/wants/want', `/wants/${crypto.randomUUID()}`)
  path = path.replace('/talk', `/${world.talk}`)
  path = path.replace('report-cases/case', `report-cases/${world.reported}`)
  path = path.replace('problems/problem', `problems/${world.problem}`)
  path = path.replace('/lister', `/${owner.id}`)
  path = path.replace(/(accounts|people)\/other/, `$1/${owner.id}`)
  path = path.replace('/victim', `/${world.victim[path.includes('buyers') ? 'buyer' : 'seller'].id}`)
  return {
    method,
    path: `${API_BASE}${path}`,
    body: exampleOf(callOf(call), {
      account: actor.id,
      email: actor.email,
      book: world.book,
      order: world.order,
      ...(world !== shared && as.endsWith('seller') && { picture: await aPictureOf(services, actor) }),
    }),
  }
}

// Refusals and reads don't change the world, so all of them share one.
const shared = await aWorld(actors)
const sharedBefore = await stateOf(shared)

/** State of the data that an intruder could have changed in a world. */
async function stateOf({ people, victim, order }: World): Promise<unknown> {
  const everyone = [...Object.values(people), ...Object.values(victim)]
  const ids = everyone.map(({ id }) => id).filter((id) => id !== '')
  const of = (table: 'accounts' | 'books' | 'orders' | 'images', column: string) =>
    sql`SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY(${ids}) ORDER BY 1`.execute(services.db)
  const { rows: talk } = await sql`SELECT * FROM messages WHERE sender_id = ANY(${ids}) ORDER BY 1`.execute(services.db)
  const { rows: payments } = await sql`SELECT * FROM payments WHERE order_id = ${order}`.execute(services.db)
  const owned = [of('accounts', 'id'), of('books', 'seller_id'), of('orders', 'buyer_id'), of('images', 'owner_id')]
  return [talk, payments, ...(await Promise.all(owned)).map(({ rows }) => rows)]
}

test.each(rows)('$call [guards]', async ({ call, expected }) => {
  const answered: Record<string, number | string> = {}
  for (const [column, actor] of actors.entries()) {
    const isWrite = expected[column] === 200 && !call.startsWith('GET ')
    const world = isWrite ? await aWorld([actor], call) : shared
    const { method, path, body } = await ask(call, actor, world)
    const token = actor === 'visitor' ? undefined : world.people[actor].token
    const { status, json, text } = await send(method, path, { body, token })
    answered[actor] = status === expected[column] ? status : `${status} ${json?.code ?? text.slice(0, 200)}`
  }
  expect(answered).toEqual(Object.fromEntries(actors.map((actor, column) => [actor, expected[column]])))
})

test('nothing of what was refused, or only read, has left a trace', async () => {
  expect(await stateOf(shared)).toEqual(sharedBefore)
})

describe('the table', () => {
  test('has every column of every row', () => {
    expect(rows.filter(({ expected }) => expected.length !== actors.length)).toEqual([])
  })

  test('has a row for every call of the contract', () => {
    const without = calls.filter((call) => !rows.some((row) => isRowOf(call)(row.call)))
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('lets visitors make the calls that are declared for anyone', () => {
    const open = rows.filter(({ expected }) => expected[0] !== 401).map(({ call }) => callOf(call).path)
    expect(open).toEqual(open.filter((path) => calls.some((call) => call.path === path && call.access === 'anyone')))
    expect(open).toHaveLength(calls.filter(({ access }) => access === 'anyone').length)
  })
})

test('beside the calls, anyone may have these and nothing else', () => {
  const depth = (line: string) => line.search(/[^│ ]/) / 4
  const above: string[] = []
  const served = addresses.split('\n').flatMap((line) => {
    const [, part = '', methods] = /^[│ ]*[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    above.splice(depth(line), above.length, part)
    return methods ? [`${methods.replace(', HEAD', '')} ${above.join('')}`] : []
  })
  // `*` matches stored pictures and unknown calls; screens are added on top.
  const beside = served.filter((address) => !address.includes(API_BASE) && !address.endsWith('*'))
  expect(beside.toSorted()).toEqual([
    'GET /all-products.atom',
    'GET /manifest.webmanifest',
    'GET /opensearch.xml',
    'GET /robots.txt',
    'GET /search.atom',
    'GET /share/books/:id.png',
    'GET /share/covers/:id.jpg',
    'GET /share/site.png',
    'GET /sitemap.xml',
    'GET /sitemaps/:name.xml',
    'POST /stop-emails/:token',
  ])
})
