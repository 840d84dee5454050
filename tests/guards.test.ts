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
import { accessTable } from './access-table.ts'

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

let addresses = ''
const server = await startTestServer({
  env: { METRICS_TOKEN: 'a-token-of-monitors' },
  plugins: [(app) => app.addHook('onReady', async () => void (addresses = app.printRoutes({ commonPrefix: false })))],
})
const { services, send } = server
const calls = Object.values(await declaredCalls('USD'))

const rows = accessTable
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
