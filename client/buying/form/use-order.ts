import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { type Book, bookToWire } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { buyNowForm, buyNow, confirmClaim } from '#contract/orders/buy-now.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { useDraft, useDraftSavedToast } from '#client/forms/drafts/use-draft.ts'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { readSteadyAgain } from '#client/session/query-client.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { call } from '#client/api/call.ts'

const contactsForm = formOf(buyNowForm)

/**
 * Places an order, then goes on to its payment. Starts with this buyer's last input, sent or not. `replaces`: in this
 * page's place in the history.
 */
export function useOrder(book: Book, buyer: Account, next: { onPlaced: (() => void) | undefined; replaces: boolean }) {
  const navigate = useNavigate()
  const draft = useDraft({ form: 'buy-now', accountId: buyer.id }, contactsForm, ['phone', 'meetingLocation'])
  const listsChanged = useRef(false)
  // Refetch after the dialog has closed: it removes this book's card from the list, and the dialog with it.
  useEffect(
    () => () => {
      if (listsChanged.current) void readSteadyAgain()
    },
    [],
  )
  const form = useForm(contactsForm, (contacts) => placeOrder(book, buyer, contacts), {
    draft,
    // No popup above a dialog: its summary has the errors.
    onInvalid: () => {},
    onFailure(error) {
      listsChanged.current = isRefused(error, 'book_not_for_sale')
    },
    async onDone(orderId) {
      listsChanged.current = true
      const text = `“${book.title}” is reserved for you.`
      showPopup({ title: 'Order placed', text, kind: 'success', ms: POPUP_MS.orderPlaced })
      next.onPlaced?.()
      await navigate(href('/dashboard/payment/:myOrderId', orderId), { replace: next.replaces })
    },
  })
  const isGone = isRefused(form.error, 'book_not_for_sale')
  useDraftSavedToast(draft, form.pending || isGone ? '' : 'We’ve kept what you typed')
  /** `isGone`: another buyer has the copy. `isUnconfirmed`: the email address has to be confirmed first. */
  return { ...form, isGone, isUnconfirmed: isRefused(form.error, 'email_not_confirmed') }
}

const isRefused = (error: unknown, code: ProblemCode) => error instanceof ProblemError && error.code === code

/**
 * Claims the copy, then confirms the claim; returns the order's id. Idempotent: a retry after a failure in between
 * returns the same order. Throws ProblemError and ConnectionError.
 */
async function placeOrder(book: Book, buyer: Account, contacts: z.output<typeof buyNowForm>): Promise<string> {
  const bookData = bookToWire(book)
  const agreedPrice = bookData.resalePrice
  const body = { bookData, agreedPrice, name: ownName(buyer), email: buyer.email, ...contacts }
  const { insertedId } = await call(buyNow, { body })
  await call(confirmClaim, { params: { bookId: book.id }, body })
  return insertedId
}
