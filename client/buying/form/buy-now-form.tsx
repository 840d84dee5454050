import { useEffect, useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import { displayName } from '#contract/wording.ts'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { Field } from '#client/forms/field.tsx'
import { textsIn } from '#client/forms/form-texts.ts'
import { Money } from '#client/ui/money.tsx'
import { toast } from '#client/ui/notice-store.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { BookAtHand } from './book-at-hand.tsx'
import { OtherBooks } from './other-books.tsx'
import type { Contacts } from './place-order.ts'
import { recallContacts, rememberContacts } from './remembered-contacts.ts'
import { SomeoneWasQuicker } from './someone-was-quicker.tsx'
import { useOrder } from './use-order.ts'
import { WhatHappensNext } from './what-happens-next.tsx'

interface FormProps {
  book: Book
  buyer: Account
  onLeave: (() => void) | undefined
  /** Reading begins in the first field. */
  startsHere: boolean
  replaces: boolean
}

/** Who buys what, how to reach them, and Submit. What was typed stays, whatever happens. */
export function BuyNowForm({ book, buyer, onLeave, startsHere, replaces }: FormProps) {
  const [remembered] = useState(() => recallContacts(buyer.id))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (startsHere) form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [startsHere])
  const { invalid, failure, isGone, isUnconfirmed, pending, submit } = useOrder(book, buyer, {
    onPlaced: onLeave,
    replaces,
  })
  const noteTyping = useKeptDraft(pending || isGone)

  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5"
      onInput={(event) => {
        noteTyping()
        rememberContacts(buyer.id, typedIn(event.currentTarget))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(typedIn(event.currentTarget))
      }}
    >
      {isGone ? (
        <SomeoneWasQuicker>
          <OtherBooks category={book.category} except={book.id} onLeave={onLeave} replaces={replaces} />
        </SomeoneWasQuicker>
      ) : (
        <ErrorSummary invalid={invalid} failure={failure} />
      )}
      {isUnconfirmed && <VerificationMail />}
      <BookAtHand book={book} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" defaultValue={displayName(buyer)} readOnly />
        <Field label="Email" name="email" type="email" defaultValue={buyer.email} readOnly />
      </div>
      <Field
        label="Phone"
        name="phone"
        hint={`Optional. Shared only with ${book.seller.name}, to arrange the meeting.`}
        type="tel"
        autoComplete="tel"
        defaultValue={remembered.phone}
        problem={messageFor('phone', invalid)}
        data-first-focus={startsHere || undefined}
      />
      <Field
        label="Meeting location"
        name="meetingLocation"
        hint={`Optional. Where would you like to meet? The book is at ${book.location}.`}
        autoComplete="off"
        defaultValue={remembered.meetingLocation}
        problem={messageFor('meetingLocation', invalid)}
      />
      {!isGone && (
        <>
          <WhatHappensNext book={book} buyer={buyer} />
          <Submit book={book} pending={pending} />
        </>
      )}
    </form>
  )
}

function Submit({ book, pending }: { book: Book; pending: boolean }) {
  return (
    <div className="grid gap-3 border-t border-ink pt-3">
      <p className="flex items-baseline justify-between gap-4">
        <span>
          <span className="font-semibold">Total</span>{' '}
          <span className="text-sm text-ink-2">no postage: you meet in person</span>
        </span>
        <Money amount={book.resalePrice} className="text-xl font-semibold text-stamp" />
      </p>
      <button type="submit" className="button w-full" disabled={pending}>
        {pending && <span className="spinner" aria-hidden="true" />}
        {pending ? 'Placing your order…' : 'Submit'}
      </button>
    </div>
  )
}

/** Says at leaving that what was typed is kept, unless it was sent. Returns what to call when something is typed. */
function useKeptDraft(isSent: boolean): () => void {
  const typed = useRef(false)
  const sent = useRef(isSent)
  useEffect(() => {
    sent.current = isSent
  }, [isSent])
  useEffect(
    () => () => {
      if (typed.current && !sent.current) toast('We’ve kept what you typed', 'success')
    },
    [],
  )
  return () => {
    typed.current = true
  }
}

const messageFor = (field: string, invalid: readonly InvalidField[]) =>
  invalid.find((problem) => problem.field === field)?.message

const typedIn = (form: HTMLFormElement): Contacts => textsIn(new FormData(form), ['phone', 'meetingLocation'])
