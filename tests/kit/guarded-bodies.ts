import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { buyNowBody, type TestAccount } from './accounts-and-books.ts'
import { aPicture } from './pictures.ts'

const png = await aPicture()
const aProduct = {
  book_name: 'A',
  book_writer: 'B',
  originalPrice: '2',
  resalePrice: '1',
  mobileNumber: '12345',
  location: 'C',
  description: 'D',
  yearOfPurchase: '2020',
  condition: 'good',
  category_name: '',
}

/** What a row of the table of guards sends; undefined where its call takes no body. */
export async function guardedBody(
  db: Db,
  call: string,
  {
    actor,
    isSeller,
    book,
    held,
    order,
  }: { actor: TestAccount; isSeller: boolean; book: string; held: string; order: string },
): Promise<unknown> {
  const picture = async () => {
    const url = `/images/${crypto.randomUUID().replaceAll('-', '')}/1200.webp`
    await sql`INSERT INTO images (url, owner_id) VALUES (${url}, ${actor.id})`.execute(db)
    return url
  }
  switch (call) {
    case 'POST /jwt':
      return { email: actor.email }
    case 'POST /signup':
      return {
        email: actor.email,
        name: 'New',
        password: 'not kept',
        checked: 'buyer',
        userIdFirebase: 'x',
        emailVerified: false,
      }
    case 'POST /account/close':
      return { email: actor.email }
    case 'POST /account/sessions/end':
      return { session: 'none' }
    case 'POST /account/email':
      return { email: `new-${actor.email}` }
    case 'POST /account/email/confirm':
      return { token: 'none' }
    case 'PUT /account/emails':
      return { off: ['messages'] }
    case 'POST /stop-emails':
      return { token: `messages.${actor.id}.forged` }
    case 'PATCH /account':
      return { name: 'New name' }
    case 'PATCH /my-books/book?revision=1':
      return { ...aProduct, book_img: '' }
    case 'POST /add-product':
      return {
        ...aProduct,
        book_img: isSeller ? await picture() : '/images/x/1200.webp',
      }
    case 'PUT /my-books':
      return { paused: true }
    case 'POST /my-books/changes':
      return { change: 'advertise', books: [book] }
    case 'POST /my-books/prices':
      return { prices: [{ book, from: '12.50', to: '11' }] }
    case 'POST /my-books/edits/preview':
      return { rows: [{ book, says: { resalePrice: '11' } }] }
    case 'POST /my-books/edits':
      return { rows: [{ book, revision: 1, says: { resalePrice: '11' } }] }
    case 'PUT /my-books/book':
      return { advertise: 'true' }
    case 'POST /buy-now':
      return buyNowBody(book)
    case 'PUT /buy-now/held':
      return buyNowBody(held)
    case 'POST /books-categories':
    case 'PATCH /books-categories/victim':
      return { name: 'Art', desc: 'Drawn and painted', img: '' }
    case 'POST /books-categories/victim/merge':
      return { into: crypto.randomUUID() }
    case 'PUT /books-categories/victim/place':
      return { place: 'earlier' }
    case 'POST /accounts/victim/make-admin':
    case 'POST /accounts/victim/remove-admin':
      return { password: 'any' }
    case 'POST /content-pages/about/preview':
      return { text: '# About' }
    case 'PUT /content-pages/about':
      return { text: '# About', revision: 0 }
    case 'POST /content-pages/terms/reset':
    case 'PATCH /settings':
      return { revision: 0 }
    case 'POST /my-buyers/order/release':
      return { reason: 'no_answer' }
    case 'POST /payouts':
      return { sellerId: actor.id, amount: { minor: 1, currency: 'USD' }, reference: 'A', key: 'one-press' }
    case 'POST /orders/order/refund':
      return { reason: 'not_met' }
    case 'POST /orders/order/given-by-hand':
      return { amount: '5.00' }
    case 'POST /orders/order/problems':
      return { kind: 'other', text: 'Something' }
    case 'POST /problems/problem/decision':
      return { decision: 'nothing', text: 'Something', revision: 9 }
    case 'POST /problems/problem/entries':
      return { text: 'Something' }
    case 'POST /reports':
      return { kind: 'book', target: book, reason: 'other', words: 'A' }
    case 'POST /report-cases/case/decide':
      return { seen: '1', decision: 'dismiss', note: 'A' }
    case 'POST /decisions/look':
      return { token: 'half.a.link' }
    case 'POST /decisions/answer':
      return { token: 'half.a.link', words: 'A' }
    case 'POST /accounts/victim/suspend':
      return { days: '7', reason: 'no_show', note: '' }
    case 'POST /listings/book/take-down':
      return { reason: 'misleading', note: '' }
    case 'POST /my-buyers/order/hand-over':
      return { code: '123456' }
    case 'POST /favourites':
      return { books: [book] }
    case 'PATCH /wanted':
      return { words: 'sea', isHidden: true }
    case 'POST /wants':
      return { search: 'q=sea', name: 'Sea', often: 'daily' }
    case 'PATCH /wants/want':
      return { name: 'Sea', often: 'never' }
    case 'POST /conversations':
      return { book, messageId: crypto.randomUUID(), text: 'Hello' }
    case 'POST /conversations/talk/messages':
      return { messageId: crypto.randomUUID(), text: 'Hello' }
    case 'POST /conversations/talk/read':
      return { upTo: 1 }
    case 'POST /create-payment-intent':
      return { resalePrice: '12.50', orderInfoId: order }
    case 'POST /payments':
      return { resalePrice: '12.50', transactionId: 'pi_unknown', email: actor.email, orderInfoId: order }
    case 'PUT /makeorderpaid/order':
      return { isPaid: true }
    case 'POST /images': {
      const form = new FormData()
      form.set('image', new Blob([png], { type: 'image/png' }), 'cover.png')
      return form
    }
    case 'POST /my-books/list': {
      const form = new FormData()
      form.set('list', new Blob(['title,author,price\nA,B,3\n']), 'books.csv')
      return form
    }
    case 'PATCH /my-books/list':
      return { given: { location: 'Pier' } }
    case 'POST /my-books/list/import':
      return { revision: 1 }
    case 'POST /payment-events':
      return { id: 'evt_1' }
    default:
      return undefined
  }
}
