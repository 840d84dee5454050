import { useEffect, useRef, useState } from 'react'
import type { Account } from '#contract/accounts/accounts.ts'
import { ownName } from '#contract/wording.ts'
import type { Book } from '#contract/books/books.ts'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { Field } from '#client/forms/field.tsx'
import { SubmitButton } from '#client/forms/form.tsx'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { Cover } from '#client/books/cover.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { OtherBooks } from './other-books.tsx'
import { PaymentChoice, type Payment } from './payment-choice.tsx'
import { useOrder } from './use-order.ts'
import { WhatHappensNext } from './what-happens-next.tsx'

interface FormProps {
  book: Book
  buyer: Account
  onLeave: (() => void) | undefined
  /** Initial focus goes to the first field. */
  startsHere: boolean
  replaces: boolean
}

/** Buy Now form: buyer, contacts, card or cash, and Submit. A failure loses nothing typed. */
export function BuyNowForm({ book, buyer, onLeave, startsHere, replaces }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (startsHere) element.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [startsHere])
  const form = useOrder(book, buyer, { onPlaced: onLeave, replaces })
  const { isGone } = form
  const site = useSite()
  const [payment, setPayment] = useState<Payment>(() =>
    form.field('payment').defaultValue === 'cash' && site.cash ? 'cash' : 'card',
  )

  return (
    <form ref={element} {...form.props} className="grid grid-cols-1 gap-5">
      {isGone ? (
        <AlreadyReserved>
          <OtherBooks category={book.category} except={book.id} onLeave={onLeave} replaces={replaces} />
        </AlreadyReserved>
      ) : (
        <ErrorSummary invalid={form.invalid} failure={form.failure} />
      )}
      {form.isUnconfirmed && <VerificationMail />}
      <BookSummary book={book} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" defaultValue={ownName(buyer)} readOnly />
        <Field label="Email" name="email" type="email" defaultValue={buyer.email} readOnly />
      </div>
      <Field
        label="Phone"
        {...form.field('phone')}
        hint={`Optional. Shared only with ${book.seller.name}, to arrange the meeting.`}
        autoComplete="tel"
        data-first-focus={startsHere || undefined}
      />
      <Field
        label="Meeting location"
        {...form.field('meetingLocation')}
        hint={`Optional. Where would you like to meet? The book is at ${book.location}.`}
        autoComplete="off"
      />
      {!isGone && (
        <>
          {site.cash && site.cards.mode !== 'off' && (
            <PaymentChoice
              book={book}
              field={{ ...form.field('payment'), defaultValue: payment }}
              onChoose={setPayment}
            />
          )}
          <WhatHappensNext book={book} buyer={buyer} payment={site.cards.mode === 'off' ? 'cash' : payment} />
          <Submit book={book} pending={form.pending} />
        </>
      )}
    </form>
  )
}

function Submit({ book, pending }: { book: Book; pending: boolean }) {
  return (
    <div className="grid gap-3 border-t border-ink pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="font-semibold">Total</span>{' '}
          <span className="text-sm text-ink-2">no postage: you meet in person</span>
        </span>
        <Money amount={book.resalePrice} className="text-xl font-semibold text-stamp" />
      </p>
      <SubmitButton className="button w-full" pending={pending}>
        {pending ? 'Placing your order…' : 'Submit'}
      </SubmitButton>
    </div>
  )
}

/** Book summary: which copy, for how much. */
function BookSummary({ book }: { book: Book }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div className="cover-shadow">
        <Cover book={book} sizes="6rem" eager />
      </div>
      <dl className="facts">
        <Fact name="Book">
          <span dir="auto" className="line-clamp-3 font-semibold">
            {book.title}
          </span>
        </Fact>
        <Fact name="Writer">
          <span dir="auto" className="line-clamp-3">
            {book.author}
          </span>
        </Fact>
        <Fact name="Resale price">
          <Money amount={book.resalePrice} mayBreak className="font-semibold" />
        </Fact>
      </dl>
    </div>
  )
}

/** Takes focus: replaces the submit button. */
function AlreadyReserved({ children }: { children: React.ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} role="alert" className="grid gap-3 border-s-4 border-edge bg-sunk p-4">
      <h3 className="text-lg">Someone was quicker</h3>
      <p>
        Another member reserved this copy a moment ago. You weren’t charged, and we’ve kept what you typed for the next
        book.
      </p>
      {children}
    </section>
  )
}
