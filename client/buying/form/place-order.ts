import type * as z from 'zod/mini'
import type { Account } from '#contract/accounts/accounts.ts'
import { bookToWire, type Book } from '#contract/books/books.ts'
import { buyNow, confirmClaim, type buyNowForm } from '#contract/orders/buy-now.ts'
import { ownName } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'

/**
 * Claims the copy and confirms the claim; answers the order's id. Sent again after a failure in between, it comes to
 * the same order. Throws ProblemError and ConnectionError.
 */
export async function placeOrder(book: Book, buyer: Account, contacts: z.output<typeof buyNowForm>): Promise<string> {
  const bookData = bookToWire(book)
  const agreedPrice = bookData.resalePrice
  const body = { bookData, agreedPrice, name: ownName(buyer), email: buyer.email, ...contacts }
  const { insertedId } = await call(buyNow, { body })
  await call(confirmClaim, { params: { bookId: book.id }, body })
  return insertedId
}
