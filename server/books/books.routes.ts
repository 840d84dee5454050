import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/book-calls.ts'
import { refuse } from '#contract/problems.ts'
import { requireOwnEmail } from '#server/accounts/require-own-email.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { addBook } from './add-book.ts'
import { advertiseBook } from './advertise-book.ts'
import {
  countBooks,
  findBooksOfCategory,
  getBook,
  listAdvertisedBooks,
  listBooks,
  listBooksOfSeller,
} from './list-books.ts'
import { removeBook, restoreBook } from './remove-book.ts'

const NO_CATEGORY = 'The shop has no such category.'

export function bookRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.listBooks, ({ query }) => listBooks(services, query, query))
  serveCall(app, services, calls.listBooksOfCategory, async ({ params, query }) => {
    const page = await findBooksOfCategory(
      services,
      { category: params.category_name, available: query.available },
      query,
    )
    return page ?? refuse('not_found', NO_CATEGORY)
  })
  serveCall(
    app,
    services,
    calls.countBooks,
    async ({ query }) => (await countBooks(services, query.category_name)) ?? refuse('not_found', NO_CATEGORY),
  )
  serveCall(app, services, calls.listAdvertisedBooks, () => listAdvertisedBooks(services))
  serveCall(app, services, calls.getBook, ({ params }) => getBook(services, params.id))
  sellerRoutes(app, services)
}

function sellerRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.addBookIn(services.shop.currency), async ({ account, query, body }) => ({
    acknowledged: true as const,
    insertedId: await addBook(services, account, body, query.idempotency_key),
  }))
  serveCall(app, services, calls.listMyBooks, async ({ account, query }) => {
    requireOwnEmail(account, query.email)
    return listBooksOfSeller(services, account.id, query)
  })
  serveCall(app, services, calls.advertiseBook, async ({ account, params, body }) => ({
    acknowledged: true as const,
    ...(await advertiseBook(services, account.id, params.id, body.advertise === 'true')),
  }))
  serveCall(app, services, calls.removeBook, async ({ account, params }) => {
    await removeBook(services, account.id, params.id)
    return { acknowledged: true as const, deletedCount: 1 }
  })
  serveCall(app, services, calls.restoreBook, async ({ account, params }) => {
    await restoreBook(services, account.id, params.id)
    return { acknowledged: true as const }
  })
}
