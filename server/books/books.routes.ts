import * as calls from '#contract/books/book-calls.ts'
import * as editCalls from '#contract/books/edits-of-many.ts'
import * as manyCalls from '#contract/books/many-books.ts'
import * as sellerCalls from '#contract/books/sellers.ts'
import { findEdition as findEditionCall } from '#contract/books/edition-calls.ts'
import { listListingsOf } from '#contract/books/listings-of.ts'
import * as myCalls from '#contract/books/my-book-calls.ts'
import { putBackBook as putBackBookCall, takeDownBook as takeDownBookCall } from '#contract/books/take-downs.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { requireOwnEmail } from '#server/accounts/require-own-email.ts'
import type { Serve } from '#server/http/call-route.ts'
import { addBook } from './add-book.ts'
import { advertiseBook } from './advertise-book.ts'
import { findEdition } from './editions/find-edition.ts'
import { editBook, getBookOfSeller } from './edit-book.ts'
import {
  countBooks,
  countBooksOfSeller,
  findBooksOfCategory,
  getBook,
  listAdvertisedBooks,
  listBooks,
  listBooksOfSeller,
} from './list-books.ts'
import { changeBooks } from './many/change-books.ts'
import { listBooksToChange } from './many/list-books-to-change.ts'
import { editBooks, previewEdits } from './many/edit-books.ts'
import { listNewPrices } from './many/list-new-prices.ts'
import { repriceBooks } from './many/reprice-books.ts'
import { pauseListings } from './pause-listings.ts'
import { removeBook, restoreBook } from './remove-book.ts'
import { getSeller, listBooksForSaleOf } from './sellers/find-seller.ts'
import { putBackBook, takeDownBook } from './take-down-book.ts'

const NO_CATEGORY = 'The shop has no such category.'

export function bookRoutes(serve: Serve, currency: string): void {
  serve(calls.listBooks, (services, { query }) => listBooks(services, query, query))
  serve(calls.listBooksOfCategory, async (services, { params, query }) => {
    const page = await findBooksOfCategory(
      services,
      { category: params.category_name, available: query.available },
      query,
    )
    return page ?? services.refuse('not_found', NO_CATEGORY)
  })
  serve(
    calls.countBooks,
    async (services, { query }) =>
      (await countBooks(services, { category: query.category_name, sellerId: query.seller })) ??
      services.refuse('not_found', NO_CATEGORY),
  )
  serve(calls.listAdvertisedBooks, (services) => listAdvertisedBooks(services))
  serve(calls.getBook, (services, { params }) => getBook(services, params.id))
  serve(sellerCalls.getSeller, (services, { params }) => getSeller(services, params.id))
  serve(sellerCalls.listBooksOfSeller, (services, { params, query }) => listBooksForSaleOf(services, params.id, query))
  ownRoutes(serve, currency)
  serve(listListingsOf, async (services, { params, query }) => {
    if (!(await findAccountById(services.db, params.id))) services.refuse('not_found', 'We can’t find that account.')
    return listBooksOfSeller(services, params.id, {}, query)
  })
  serve(takeDownBookCall, (services, { account, params, body }) => takeDownBook(services, account, params.id, body))
  serve(putBackBookCall, (services, { account, params }) => putBackBook(services, account, params.id))
}

function ownRoutes(serve: Serve, currency: string): void {
  serve(calls.addBookIn(currency), async (services, { account, query, body }) => ({
    insertedId: await addBook(services, account, body, query.idempotency_key),
  }))
  serve(calls.addPiledBookIn(currency), async (services, { account, query, body }) => ({
    insertedId: await addBook(services, account, body, query.idempotency_key),
  }))
  serve(findEditionCall, (services, { query }) => findEdition(services, query.isbn))
  serve(myCalls.listMyBooks, async (services, { account, query }) => {
    requireOwnEmail(services, account, query.email)
    return listBooksOfSeller(services, account.id, query, query)
  })
  serve(myCalls.countMyBooks, async (services, { account, query }) => {
    requireOwnEmail(services, account, query.email)
    return countBooksOfSeller(services, account.id, query)
  })
  serve(myCalls.getMyBook, (services, { account, params }) => getBookOfSeller(services, account.id, params.id))
  serve(myCalls.editBookIn(currency), (services, { account, params, query, body }) =>
    editBook(services, account.id, { bookId: params.id, revision: query.revision, edited: body }),
  )
  serve(myCalls.advertiseBook, (services, { account, params, body }) =>
    advertiseBook(services, account.id, params.id, body.advertise === 'true'),
  )
  serve(myCalls.pauseListings, async (services, { account, body }) => {
    const changed = await pauseListings(services, account.id, body.isPaused)
    return { matchedCount: changed, modifiedCount: changed }
  })
  serve(manyCalls.changeMyBooks, (services, { account, body }) => changeBooks(services, account.id, body))
  serve(manyCalls.listBooksToChange, (services, { account, query }) => listBooksToChange(services, account.id, query))
  serve(manyCalls.listNewPrices, (services, { account, query }) => listNewPrices(services, account.id, query))
  serve(manyCalls.repriceMyBooks, (services, { account, body }) => repriceBooks(services, account.id, body.prices))
  serve(editCalls.previewEdits, (services, { account, body }) => previewEdits(services, account.id, body.rows))
  serve(editCalls.editMyBooks, (services, { account, body }) => editBooks(services, account.id, body.rows))
  serve(myCalls.removeBook, async (services, { account, params }) => {
    await removeBook(services, account.id, params.id)
    return { deletedCount: 1 }
  })
  serve(myCalls.restoreBook, (services, { account, params }) => restoreBook(services, account.id, params.id))
}
