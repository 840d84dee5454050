import { aBookOf, aConfirmedMember, aMember, anAdmin, demoMember, send, type Member } from '#tests/kit/members.ts'
import { aDecisionAbout } from './deciding.ts'
import { agreeToCash, anOrderOf, aPaidOrderOf } from '#tests/kit/shopping.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { aConversationOf, writeIn } from '#tests/kit/writing.ts'

/** Role of the visitor of a screen. New ones have no data yet; a newcomer has not chosen a role. */
export type Viewer = 'visitor' | 'newcomer' | 'new buyer' | 'new seller' | 'buyer' | 'seller' | 'admin'

/** A shop with people in it, and the ids that addresses of its screens are made of. */
export interface Club {
  shop: ShopProcess
  people: Partial<Record<Viewer, Member>>
  books: Partial<Record<BookKind, string>>
  orders: Partial<Record<OrderKind, string>>
  sellers: Partial<Record<SellerKind, string>>
  /** An open case of what was reported. */
  reported?: string
  /** Paths for answering decisions. */
  answers: Partial<Record<AnswerKind, string>>
  conversations: Partial<Record<ConversationKind, string>>
}

export type BookKind = 'photographed' | 'bare' | 'longWords' | 'rightToLeft' | 'lowered' | 'held' | 'sold'
export type SellerKind = 'selling' | 'away'
export type ConversationKind = 'long' | 'blocked'
export type AnswerKind = 'open' | 'given'
export type OrderKind = 'open' | 'agreed' | 'paid' | 'problem' | 'disputed'

/** The id of this kind; throws where the club has none. */
export function there<Kind extends string>(ids: Partial<Record<Kind, string>>, kind: Kind): string {
  const id = ids[kind]
  if (!id) throw new Error(`This club has none that is ${kind}`)
  return id
}

/** No space to break a line at, and forty authors. */
const longWords = {
  book_name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  book_writer: Array.from({ length: 40 }, (_, place) => `Author ${place + 1}`).join(', '),
  description: 'D'.repeat(400),
  location: 'L'.repeat(150),
}

/** Stripe's test card whose payment the bank takes back at once. */
const DISPUTED_CARD = '4000000000000259'

interface WireBook {
  _id: string
  book_name: string
  email?: string
  images: string[]
  available: string
  wasPrice?: string
  reserved?: true
}

/** The demo, with a book and an order of every kind. */
export async function aFullClub(shop: ShopProcess): Promise<Club> {
  const [admin, seller, buyer] = await Promise.all([
    demoMember(shop, 'admin'),
    demoMember(shop, 'seller'),
    demoMember(shop, 'buyer'),
  ])
  const [newcomer, newBuyer, newSeller] = await Promise.all([
    aMember(shop, 'user'),
    aMember(shop, 'buyer'),
    aMember(shop, 'seller'),
  ])
  const held = await aBookOf(shop, seller, longWords)
  const disputed = await aPaidOrderOf(shop, buyer, await aBookOf(shop, seller), undefined, DISPUTED_CARD)
  const open = await anOrderOf(shop, buyer, held)
  const agreed = await anOrderOf(shop, buyer, await aBookOf(shop, seller, longWords), {
    phone: '',
    meetingLocation: '',
  })
  await agreeToCash(shop, { order: agreed, buyer, seller })
  const away = await aMember(shop, 'seller', 'Somebody Away')
  const hidden = await aBookOf(shop, away)
  await send(shop, '/api/my-books', { method: 'PUT', token: away.token, body: { isPaused: true } })
  const talkative = await aBookOf(shop, seller, longWords)
  const long = await aConversationOf(shop, buyer, talkative)
  for (let turn = 0; turn < 26; turn += 1)
    await writeIn(shop, turn % 3 ? buyer : seller, long, turn % 5 ? `Message no. ${turn + 2}` : 'W'.repeat(300))
  const confirmed = await aConfirmedMember(shop, 'buyer', 'Somebody Else')
  const blocked = await aConversationOf(shop, confirmed, talkative)
  await send(shop, `/api/conversations/${blocked}/block`, { method: 'PUT', token: seller.token })
  const problem = await anOrderWithProblem(shop, buyer, seller)
  const report = { kind: 'book', target: held, reason: 'other', words: `Look at it. ${'W'.repeat(300)}` }
  await send(shop, '/api/reports', { token: newBuyer.token, body: report })
  const reported = (await list<{ id: string }>(shop, '/api/report-cases', admin)).at(-1)
  for (const id of [held, talkative]) await send(shop, `/api/favourites/${id}`, { method: 'PUT', token: buyer.token })
  const [selling, absent] = [await sellerOf(shop, held), await sellerOf(shop, hidden)]
  const [answerable, answered] = await Promise.all([
    aDecisionAbout(shop, { kind: 'book', target: hidden }, { about: away, reader: newBuyer, admin }),
    aDecisionAbout(shop, { kind: 'person', target: selling }, { about: seller, reader: newBuyer, admin }),
  ])
  const said = { token: answered.link.split('/').at(-1), words: `I’m sorry.\n\n${'W'.repeat(300)}` }
  await send(shop, '/api/decisions/answer', { body: said })
  for (const line of ['We transfer on Mondays.', 'We transfer on **Fridays**.']) await addToPage(shop, admin, line)
  const orders = await list<{ _id: string; paymentStatus: boolean }>(shop, `/api/my-orders?email=${buyer.email}`, buyer)
  const books = await list<WireBook>(shop, '/api/all-books?limit=100&available=all')
  const unsold = books.filter((book) => book._id !== held && book.available === 'unsold')
  return {
    shop,
    people: { newcomer, 'new buyer': newBuyer, 'new seller': newSeller, buyer, seller, admin },
    books: {
      photographed: idOf(unsold, ({ images }) => images.length > 0),
      bare: idOf(unsold, ({ images }) => images.length === 0),
      longWords: await aBookOf(shop, seller, longWords),
      rightToLeft: idOf(unsold, ({ book_name }) => /\p{Script=Arabic}/u.test(book_name)),
      lowered: idOf(unsold, ({ wasPrice }) => wasPrice !== undefined),
      held,
      sold: idOf(books, ({ available, reserved }) => available === 'sold' && !reserved),
    },
    orders: {
      open,
      agreed,
      problem,
      disputed,
      paid: idOf(orders, ({ _id, paymentStatus }) => paymentStatus && _id !== disputed),
    },
    sellers: { selling, away: absent },
    answers: { open: answerable.link, given: answered.link },
    conversations: { long, blocked },
    reported: reported!.id,
  }
}

/** Whose book it is. */
export async function sellerOf(shop: ShopProcess, book: string): Promise<string> {
  const { sellerId } = (await (await send(shop, `/api/advertise/${book}`)).json()) as { sellerId: string }
  return sellerId
}

/** The page that has a text of the club's own. */
export const OWN_PAGE = 'how-selling-works'

/** An admin saves that page with a further line. */
export async function addToPage(shop: ShopProcess, { token }: Member, line: string): Promise<void> {
  const address = `/api/content-pages/${OWN_PAGE}`
  const { text, revision } = (await (await send(shop, address, { token })).json()) as { text: string; revision: number }
  await send(shop, address, { method: 'PUT', token, body: { text: `${text}\n\n${line}`, revision } })
}

/** Agreed to in cash; the buyer says what is wrong, at length, and the seller answers. */
async function anOrderWithProblem(shop: ShopProcess, buyer: Member, seller: Member): Promise<string> {
  const order = await anOrderOf(shop, buyer, await aBookOf(shop, seller))
  const post = (path: string, { token }: Member, body?: object) =>
    send(shop, `/api/${path}`, { method: 'POST', token, ...(body && { body }) })
  await agreeToCash(shop, { order, buyer, seller })
  const opened = await post(`orders/${order}/problems`, buyer, { kind: 'not_met', text: 'X'.repeat(900) })
  const { insertedId } = (await opened.json()) as { insertedId: string }
  await post(`problems/${insertedId}/entries`, seller, { text: 'I was there.\n\nFor an hour.' })
  return order
}

/** The same shop after `npm run demo -- --clear`: only an admin, and no books. */
export async function anEmptyClub(shop: ShopProcess): Promise<Club> {
  const { code, output } = await shop.tool('tools/demo.ts', '--clear')
  if (code !== 0) throw new Error(output)
  return {
    shop,
    people: { admin: await anAdmin(shop) },
    books: {},
    orders: {},
    sellers: {},
    answers: {},
    conversations: {},
  }
}

async function list<Item>(shop: ShopProcess, path: string, member?: Member): Promise<Item[]> {
  return (await (await send(shop, path, member && { token: member.token })).json()) as Item[]
}

function idOf<Item extends { _id: string }>(items: Item[], fits: (item: Item) => boolean): string {
  const found = items.find(fits)
  if (!found) throw new Error(`None of ${items.length} is of that kind`)
  return found._id
}
