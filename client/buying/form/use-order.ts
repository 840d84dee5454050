import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { buyNowForm } from '#contract/buy-now.ts'
import type { InvalidField } from '#contract/problems.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { failureWords } from '#client/api/failure-words.ts'
import { placeOrder, type Contacts } from './place-order.ts'

interface State {
  invalid: readonly InvalidField[]
  /** Why it did not work, in words; empty while all is well. */
  failure: string
  /** Somebody else has the copy. */
  isGone: boolean
  /** The email address has to be confirmed first. */
  isUnconfirmed: boolean
  pending: boolean
}
const calm: State = { invalid: [], failure: '', isGone: false, isUnconfirmed: false, pending: false }

/** Placing an order: checked, sent once however often Submit is pressed, then on to its payment. `replaces`: in this page's place in the history. */
export function useOrder(book: Book, buyer: Account, next: { onPlaced: (() => void) | undefined; replaces: boolean }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [state, setState] = useState(calm)
  const isBusy = useRef(false)
  const listsChanged = useRef(false)
  // Not before the dialog is gone: its card is this very book's, which then leaves the list.
  useEffect(
    () => () => {
      if (listsChanged.current) void queryClient.invalidateQueries()
    },
    [queryClient],
  )

  async function submit(typed: Contacts) {
    if (isBusy.current) return
    const read = z.safeParse(buyNowForm, typed)
    if (!read.success) {
      const invalid = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
      return setState({ ...calm, invalid })
    }
    isBusy.current = true
    setState({ ...calm, pending: true })
    try {
      const orderId = await placeOrder(book, buyer, read.data)
      listsChanged.current = true
      const text = `“${book.title}” is reserved for you.`
      showPopup({ title: 'Order placed', text, kind: 'success', ms: POPUP_MS.orderPlaced })
      next.onPlaced?.()
      await navigate(`/dashboard/payment/${orderId}`, { replace: next.replaces })
    } catch (error) {
      const refusal = refused(error)
      listsChanged.current = refusal.isGone === true
      setState({ ...calm, ...refusal })
    } finally {
      isBusy.current = false
    }
  }
  return { ...state, submit }
}

function refused(error: unknown): Partial<State> {
  if (!(error instanceof ProblemError)) {
    return { failure: failureWords(error) }
  }
  if (error.code === 'book_not_for_sale') return { isGone: true }
  if (error.code === 'email_not_confirmed') return { failure: error.detail, isUnconfirmed: true }
  return error.invalidFields.length > 0 ? { invalid: error.invalidFields } : { failure: error.detail }
}
