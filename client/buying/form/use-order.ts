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
import { useSite } from '#client/ui/site.ts'
import { call } from '#client/api/call.ts'

const orderForm = formOf(buyNowForm)

/**
 * Places an order, then goes on to its payment, or to the order where it is paid in cash. Starts with this buyer's last
 * input, sent or not. `replaces`: in this
 * page's place in the history.
 */
export function useOrder(book: Book, buyer: Account, next: { onPlaced: (() => void) | undefined; replaces: boolean }) {
  const navigate = useNavigate()
  const { cards } = useSite()
  const draft = useDraft({ form: 'buy-now', accountId: buyer.id }, orderForm, ['phone', 'meetingLocation', 'payment'])
  const listsChanged = useRef(false)
  // Refetch after the dialog has closed: it removes this book's card from the list, and the dialog with it.
  useEffect(
    () => () => {
      if (listsChanged.current) void readSteadyAgain()
    },
    [],
  )
  const form = useForm(orderForm, (wish) => placeOrder(book, buyer, wish), {
    draft,
    // No popup above a dialog: its summary has the errors.
    onInvalid: () => {},
    onFailure(error) {
      listsChanged.current = isRefused(error, 'book_not_for_sale')
    },
    async onDone({ orderId, payment }) {
      listsChanged.current = true
      const text = `“${book.title}” is reserved for you.`
      showPopup({ title: 'Order placed', text, kind: 'success', ms: POPUP_MS.orderPlaced })
      next.onPlaced?.()
      const isCash = payment === 'cash' || cards.mode === 'off'
      const place = isCash
        ? href('/dashboard/orders/:orderId', orderId)
        : href('/dashboard/payment/:myOrderId', orderId)
      await navigate(place, { replace: next.replaces })
    },
  })
  const isGone = isRefused(form.error, 'book_not_for_sale')
  useDraftSavedToast(draft, form.pending || isGone ? '' : 'We’ve kept what you typed')
  /** `isGone`: another buyer has the copy. `isUnconfirmed`: the email address has to be confirmed first. */
  return { ...form, isGone, isUnconfirmed: isRefused(form.error, 'email_not_confirmed') }
}

const isRefused = (error: unknown, code: ProblemCode) => error instanceof ProblemError && error.code === code

/**
 * Makes a member without a role a buyer, claims the copy, then confirms the claim. Idempotent: a retry after a failure in between
 * returns the same order. Throws ProblemError and ConnectionError.
 */
async function placeOrder(book: Book, buyer: Account, wish: z.output<typeof buyNowForm>) {
  if (buyer.role === 'user') await (await import('#client/session/change-role.ts')).changeRole('buyer')
  const bookData = bookToWire(book)
  const agreedPrice = bookData.resalePrice
  const body = { bookData, agreedPrice, name: ownName(buyer), email: buyer.email, ...wish }
  const { insertedId } = await call(buyNow, { body })
  await call(confirmClaim, { params: { bookId: book.id }, body })
  return { orderId: insertedId, payment: wish.payment }
}
