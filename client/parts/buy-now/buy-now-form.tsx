import { useEffect, useId, useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { formatMoney } from '#contract/wording.ts'
import type { InvalidField } from '#contract/problems.ts'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import { ErrorSummary } from '#client/parts/error-summary.tsx'
import { Field } from '#client/parts/field.tsx'
import { OtherBooks } from './other-books.tsx'
import type { Contacts } from './place-order.ts'
import { recallContacts, rememberContacts } from './remembered-contacts.ts'
import { useOrder } from './use-order.ts'

/** Who buys what, how to reach them, and Submit. What was typed stays, whatever happens. */
export function BuyNowForm({ book, buyer, onLeave }: { book: Book; buyer: Account; onLeave: () => void }) {
  const id = useId()
  const [remembered] = useState(() => recallContacts(buyer.id))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The question of the role stood here before, and the focus went with it.
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [])
  const { invalid, failure, isGone, pending, submit } = useOrder(book, buyer, onLeave)

  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5"
      onInput={(event) => rememberContacts(buyer.id, typedIn(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(typedIn(event.currentTarget))
      }}
    >
      {isGone ? (
        <SomeoneWasQuicker>
          <OtherBooks category={book.category} except={book.id} onLeave={onLeave} />
        </SomeoneWasQuicker>
      ) : (
        <ErrorSummary invalid={invalid} failure={failure} />
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Line name="Book">{book.title}</Line>
        <Line name="Writer">{book.author}</Line>
        <Line name="Price">
          <span className="text-lg font-semibold text-stamp tabular-nums">{formatMoney(book.resalePrice)}</span>
        </Line>
        <Line name="Your name">{buyer.name || buyer.email}</Line>
        <Line name="Your email">
          <BreakableAddress text={buyer.email} />
        </Line>
      </dl>

      <Field
        label="Phone"
        name="phone"
        hint={`Only ${book.seller.name} sees it, to agree on a time. You may leave it empty.`}
        type="tel"
        autoComplete="tel"
        defaultValue={remembered.phone}
        problem={messageFor('phone', invalid)}
      />
      <Field
        label="Meeting location"
        name="meetingLocation"
        hint={`Where you would like to meet; the book is in ${book.location}. You may leave it empty.`}
        autoComplete="off"
        defaultValue={remembered.meetingLocation}
        problem={messageFor('meetingLocation', invalid)}
      />

      <section aria-labelledby={`${id}-next`} className="border-s-4 border-rule ps-4">
        <h3 id={`${id}-next`} className="small-caps">
          What happens next
        </h3>
        <ol className="list-decimal ps-5">
          <li>This copy is set aside for you, and you have time to pay.</li>
          <li>
            You pay {formatMoney(book.resalePrice)} by card on the next page; cancelling before that costs nothing.
          </li>
          <li>You and {book.seller.name} see each other’s contacts, and meet.</li>
        </ol>
      </section>

      <button type="submit" className="button" disabled={pending || isGone}>
        {pending && <span className="spinner" aria-hidden="true" />}
        {pending ? 'Placing your order…' : 'Submit'}
      </button>
    </form>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

/** Said kindly, where reading goes on. */
function SomeoneWasQuicker({ children }: { children: React.ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} role="alert" className="grid gap-3 border-s-4 border-edge bg-sunk p-4">
      <h3 className="text-lg">Someone was quicker</h3>
      <p>
        Another member took this copy a moment ago. Nothing was charged, and what you typed is kept for the next book.
      </p>
      {children}
    </section>
  )
}

const messageFor = (field: string, invalid: readonly InvalidField[]) =>
  invalid.find((problem) => problem.field === field)?.message

function typedIn(form: HTMLFormElement): Contacts {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { phone: text('phone'), meetingLocation: text('meetingLocation') }
}
