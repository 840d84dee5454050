import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { confirmCard } from '#tests/kit/paying.ts'
import type { SunkMail } from '#tests/port-suites/mail-sink.ts'
import type { Acknowledged, Noted } from './acknowledged.ts'
import { ask, insist, Refused, Unanswered } from './ask.ts'
import { aPerson, confirm, pictureOf, type Person } from './people.ts'

/** What an account may do a day is bounded (claims, conversations): so many deals, and another one signs up. */
const DEALS_A_PERSON = 8
const PAUSE_MS = 50

interface Given {
  /** An instance to ask, another one each time. */
  origin: () => string
  dataDir: string
  noted: Acknowledged
  mails: readonly SunkMail[]
  random: () => number
}

/** An order that was acknowledged, with its buyer, for a look at it by the API. */
export interface Bought {
  id: string
  buyer: Person
}

/** People who deal with each other, several deals at a time, until `stop`. */
export function startLoad(given: Given, deals: number) {
  const over = new AbortController()
  const bought: Bought[] = []
  const worker = async () => {
    const pair: { seller?: Person; buyers?: [Person, Person] } = {}
    while (!over.signal.aborted) {
      try {
        pair.seller = await freshOr(given, pair.seller, 'seller')
        const [first, second] = pair.buyers ?? []
        pair.buyers = [await freshOr(given, first, 'buyer'), await freshOr(given, second, 'buyer')]
        await new Deal(given, pair.seller, pair.buyers, bought).run()
      } catch (error) {
        if (!(error instanceof Refused || error instanceof Unanswered)) throw error
        // What they have begun is left to time; others deal.
        delete pair.buyers
        if (error.message.includes(': 401 ')) delete pair.seller
      }
      await sleep(PAUSE_MS)
    }
  }
  const workers = Promise.all(Array.from({ length: deals }, worker))
  workers.catch(() => {})
  return {
    bought,
    stop: async () => {
      over.abort()
      await workers
    },
  }
}

async function freshOr(given: Given, person: Person | undefined, role: 'buyer' | 'seller'): Promise<Person> {
  const one = person && person.used < DEALS_A_PERSON ? person : await aPerson(given.origin, role, given.noted)
  one.used += 1
  if (!one.isConfirmed) await confirm(given.origin, one, given.mails)
  return one
}

interface Read {
  handOverCode: string
  state: string
}

/** One listing, and what becomes of it. */
class Deal {
  private readonly given: Given
  private readonly seller: Person
  private readonly buyers: [Person, Person]
  private readonly bought: Bought[]

  constructor(given: Given, seller: Person, buyers: [Person, Person], bought: Bought[]) {
    this.given = given
    this.seller = seller
    this.buyers = buyers
    this.bought = bought
  }

  async run(): Promise<void> {
    const { random, origin } = this.given
    const book = await this.list()
    const [first, second] = this.buyers
    await insist(origin, 'GET', `/api/search?q=${encodeURIComponent('tide table')}`)
    await this.do(first, 'PUT', `/api/favourites/${book}`, undefined, { kind: 'favourite', email: first.email, book })
    if (first.isConfirmed && random() < 0.5) await this.talk(first, book)
    // Both want it at the same moment.
    const claims = await Promise.allSettled([this.claim(first, book), this.claim(second, book)])
    const won = claims.findIndex(({ status }) => status === 'fulfilled')
    if (won < 0) throw (claims[0] as PromiseRejectedResult).reason
    const order = (claims[won] as PromiseFulfilledResult<string>).value
    const buyer = this.buyers[won]!
    this.bought.push({ id: order, buyer })
    const way = random()
    if (way < 0.15) await this.step(buyer, `my-orders/${order}/cancel`, order, 'cancelled')
    else if (way < 0.25)
      await this.step(this.seller, `my-buyers/${order}/release`, order, 'cancelled', { reason: 'no_answer' })
    else if (way < 0.5) await this.sellForCash(buyer, order)
    else await this.sellByCard(buyer, order, way)
  }

  private async list(): Promise<string> {
    const { origin, noted } = this.given
    const picture = await pictureOf(origin, this.seller)
    const body = {
      book_name: `The Tide Table ${randomBytes(3).toString('hex')}`,
      book_writer: 'Nell Harrow',
      originalPrice: '24',
      resalePrice: '12.50',
      condition: 'good',
      mobileNumber: '+49 30 123456',
      category_name: 'novel-book',
      location: 'Harbour square',
      description: 'A novel about a town that keeps two clocks.',
      yearOfPurchase: '2019',
      book_img: picture,
      images: [picture],
    }
    const askedAt = performance.now()
    // Asked a second time, it would be a second copy.
    const { json } = await ask(origin(), 'POST', '/api/add-product', { token: this.seller.token, body })
    noted.note({ kind: 'book', id: json.insertedId as string }, askedAt)
    return json.insertedId as string
  }

  private async talk(asker: Person, book: string): Promise<void> {
    const messageId = randomUUID()
    const question = { book, messageId, text: 'Is it still there?' }
    const { conversationId } = (await this.do(asker, 'POST', '/api/conversations', question, {
      kind: 'message',
      id: messageId,
    })) as { conversationId: string }
    const reply = { messageId: randomUUID(), text: 'Yes, it is.' }
    if (this.seller.isConfirmed)
      await this.do(this.seller, 'POST', `/api/conversations/${conversationId}/messages`, reply, {
        kind: 'message',
        id: reply.messageId,
      })
    await this.do(asker, 'POST', `/api/conversations/${conversationId}/read`, { upTo: 1 })
  }

  private async claim(buyer: Person, book: string): Promise<string> {
    const askedAt = performance.now()
    const body = { bookData: { _id: book }, agreedPrice: '12.50', phone: '', meetingLocation: '', payment: 'card' }
    const { json } = await insist(this.given.origin, 'POST', '/api/buy-now', { token: buyer.token, body })
    this.given.noted.note({ kind: 'order', id: json.insertedId as string, book }, askedAt)
    return json.insertedId as string
  }

  private async sellForCash(buyer: Person, order: string): Promise<void> {
    await this.do(buyer, 'POST', `/api/my-orders/${order}/cash`, undefined, { kind: 'cash', order })
    await this.step(this.seller, `my-buyers/${order}/agree`, order, 'agreed')
    await this.step(buyer, `my-orders/${order}/received`, order, 'handed_over')
  }

  private async sellByCard(buyer: Person, order: string, way: number): Promise<void> {
    const { origin, noted, dataDir } = this.given
    const wanted = { resalePrice: '12.50', orderInfoId: order }
    const { clientSecret } = (await this.do(buyer, 'POST', '/api/create-payment-intent', wanted)) as {
      clientSecret: string
    }
    const intent = clientSecret.split('_secret')[0]!
    // The buyer's browser asks the provider, and presses again where there is no answer.
    await fetchAgain(() => confirmCard({ origin: origin(), dataDir }, clientSecret))
    const askedAt = performance.now()
    await this.do(buyer, 'PUT', `/api/makeorderpaid/${order}`, { isPaid: true })
    noted.note({ kind: 'payment', order, intent }, askedAt)
    const { handOverCode, state } = (await this.do(buyer, 'GET', `/api/my-orders/${order}`)) as Read
    // Where the reservation ended before the money came, it goes back.
    if (state !== 'paid') return
    noted.note({ kind: 'step', order, to: 'paid' }, askedAt)
    if (way > 0.9) return this.refund(order, 1250)
    if (way > 0.8) await this.refund(order, 500)
    await this.step(this.seller, `my-buyers/${order}/hand-over`, order, 'handed_over', { code: handOverCode })
  }

  private async refund(order: string, amount: number): Promise<void> {
    const key = randomUUID()
    const body = { reason: 'not_met', amount: (amount / 100).toFixed(2), key }
    await this.do(this.seller, 'POST', `/api/orders/${order}/refund`, body, { kind: 'refund', order, key, amount })
  }

  private step(person: Person, path: string, order: string, to: string, body?: object): Promise<unknown> {
    return this.do(person, 'POST', `/api/${path}`, body, { kind: 'step', order, to })
  }

  private async do(person: Person, method: string, path: string, body?: object, noted?: Noted): Promise<unknown> {
    const askedAt = performance.now()
    const given = { token: person.token, ...(body && { body }) }
    const { json } = await insist(this.given.origin, method, path, given)
    if (noted) this.given.noted.note(noted, askedAt)
    return json
  }
}

async function fetchAgain(request: () => Promise<Response>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await request().catch(() => null)
    await answer?.text().catch(() => '')
    // A payment that was confirmed before is refused.
    if (answer && answer.status < 500) return
    await sleep(250)
  }
}
