import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Call, Role } from '#contract/call.ts'
import { aBook, aPictureOf, anAccount, freshToken, type TestAccount } from '../accounts-and-books.ts'
import { aTalk, write } from '../talking.ts'
import type { TestServer } from '../test-server.ts'

export const ROLES = ['visitor', 'buyer', 'seller', 'admin'] as const
export type Caller = (typeof ROLES)[number]

/** Two people who deal with each other, and what nobody else may read. */
export interface Strangers {
  /** Of all that they have and are. */
  ids: string[]
  book: string
  order: string
  buyer: string
  /** Each stands in a field that only the two and the club may read, by what the field is. */
  canaries: Readonly<Record<string, string>>
}

const letters = () => Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')
const digits = () => Array.from({ length: 9 }, () => String(randomInt(10))).join('')

/** A deal that was paid and has a problem, with a talk, a report, a saved search, bank details and favourites. */
export async function strangers(server: TestServer): Promise<Strangers> {
  const { services, send } = server
  const canaries = {
    'a buyer’s email': `${letters()}@example.org`,
    'a seller’s email': `${letters()}@example.org`,
    'a buyer’s phone': `+49 170 ${digits()}`,
    'a seller’s phone': `+49 171 ${digits()}`,
    'where they meet': letters(),
    'a message': letters(),
    'a reply': letters(),
    'a problem': letters(),
    'an answer to it': letters(),
    'a report': letters(),
    'a saved search': letters(),
  }
  const seller = await anAccount(services, 'seller', { email: canaries['a seller’s email'] })
  const buyer = await anAccount(services, 'buyer', { email: canaries['a buyer’s email'] })
  const as = async (person: TestAccount, method: string, path: string, body?: object) => {
    const answer = await send(method, `/api/${path}`, { as: person, ...(body && { body }) })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.json as { insertedId: string }
  }
  const book = await aBook(services, seller, { mobileNumber: canaries['a seller’s phone'] })
  const talk = await aTalk(server, { seller, asker: buyer, book })
  await write(server, buyer, talk.id, canaries['a message'])
  await write(server, seller, talk.id, canaries['a reply'])
  const contacts = { phone: canaries['a buyer’s phone'], meetingLocation: canaries['where they meet'], payment: 'cash' }
  const { insertedId: order } = await as(buyer, 'POST', 'buy-now', { bookData: { _id: book }, ...contacts })
  await as(seller, 'POST', `my-buyers/${order}/agree`)
  const problem = { kind: 'other', text: canaries['a problem'], images: [] }
  const { insertedId: problemId } = await as(buyer, 'POST', `orders/${order}/problems`, problem)
  await as(seller, 'POST', `problems/${problemId}/entries`, { text: canaries['an answer to it'], images: [] })
  const said = { kind: 'book', target: await aBook(services, seller), reason: 'other', words: canaries['a report'] }
  await as(buyer, 'POST', 'reports', said)
  await as(buyer, 'POST', 'wants', { search: 'q=sea', name: canaries['a saved search'], often: 'daily' })
  await as(buyer, 'PUT', `favourites/${book}`)
  const { rows } = await sql<{ code: string }>`SELECT hand_over_code AS code FROM orders WHERE id = ${order}`.execute(
    services.db,
  )
  return {
    book,
    order,
    buyer: buyer.id,
    ids: [book, order, talk.id, problemId, said.target, buyer.id, seller.id, canaries['a buyer’s email']],
    canaries: { ...canaries, 'a code of a hand-over': `"${rows[0]!.code}"` },
  }
}

/** The people who ask, each with something of their own; whom a call has closed or suspended is replaced. */
export class Callers {
  private readonly server: TestServer
  private readonly people = new Map<Role, { account: TestAccount; picture: string; book: string }>()

  constructor(server: TestServer) {
    this.server = server
  }

  async find(role: Exclude<Caller, 'visitor'>): Promise<{ account: TestAccount; picture: string; book: string }> {
    const { services } = this.server
    const known = this.people.get(role)
    const { rows } = await sql<{ version: number; role: string }>`
      SELECT version, role FROM accounts WHERE id = ${known?.account.id ?? null} AND closed_at IS NULL
        AND suspended_at IS NULL`.execute(services.db)
    if (known && rows[0]?.role === role) {
      known.account.token = await freshToken(services, known.account.id, rows[0].version)
      return known
    }
    const account = await anAccount(services, role)
    const owner = role === 'seller' ? account : await anAccount(services, 'seller')
    const person = { account, picture: await aPictureOf(services, owner), book: await aBook(services, owner) }
    this.people.set(role, person)
    return person
  }
}

/** Whether a caller's role may make a call at all. */
export function mayCall(caller: Caller, { access }: Call): boolean {
  if (access === 'anyone') return true
  if (access === 'proof' || access === 'monitor') return false
  if (caller === 'visitor') return false
  return typeof access === 'string' || access.includes(caller)
}
