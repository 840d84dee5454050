import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { listListingsOf } from '#contract/books/listings-of.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { putBackBook, takeDownBook, takeDownReasons } from '#contract/books/take-downs.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { PagedRows } from '#client/lists/tables/paged-table.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { ActionButton } from '#client/forms/action-button.tsx'

/** Listings of a person, with the admin's actions. */
export function PersonListings({ accountId }: { accountId: string }) {
  const listings = usePagedCall(listListingsOf, { params: { id: accountId } })
  return (
    <PagedRows pages={listings} nouns={['listing', 'listings']} empty={<p className="text-ink-2">No listings</p>}>
      {(items) => (
        <ul className="grid border-t border-rule">
          {items.map((listing) => (
            <li key={listing.id} className="grid gap-1 border-b border-rule py-3">
              <Listing listing={listing} />
            </li>
          ))}
        </ul>
      )}
    </PagedRows>
  )
}

function Listing({ listing }: { listing: MyListing }) {
  const { id, title, takenDown, resalePrice } = listing
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4">
        {takenDown ? (
          <bdi className="font-semibold wrap-anywhere max-sm:basis-full">{title}</bdi>
        ) : (
          <Link
            to={bookPath({ id })}
            dir="auto"
            className="link touchable inline-block py-1 font-semibold wrap-anywhere max-sm:basis-full"
          >
            {title}
          </Link>
        )}
        <Money amount={resalePrice} />
        <span className="text-ink-2">{statusOf(listing)}</span>
      </p>
      {takenDown ? (
        <>
          <p className="text-sm wrap-anywhere">
            Taken down on <LocalTime date={takenDown.since} year />: {takeDownReasons[takenDown.reason]}
            {takenDown.note && <> (“{takenDown.note}”)</>}
          </p>
          <ActionButton
            repeats
            act={() => call(putBackBook, { params: { id } })}
            label="Put back"
            pending="Putting back…"
            of={title}
          />
        </>
      ) : (
        <TakeDown listing={listing} />
      )}
    </>
  )
}

const statusOf = ({ state, isPaused, takenDown }: MyListing) => {
  if (takenDown) return 'Taken down'
  if (state === 'sold') return 'Sold'
  if (state === 'claimed') return 'Reserved'
  return isPaused ? 'Hidden' : 'For sale'
}

const takeDownForm = formOf(takeDownBook.body)
const options = Object.entries(takeDownReasons).map(([value, label]) => ({ value, label }))

function TakeDown({ listing: { id, title } }: { listing: MyListing }) {
  const form = useForm(takeDownForm, (body) => call(takeDownBook, { params: { id }, body }))
  return (
    <details>
      <summary className="touchable py-2.5 text-sm text-link underline">
        Take down<span className="sr-only"> {title}</span>
      </summary>
      <p className="mb-3 max-w-measure text-sm">
        Only the seller can see it, and nobody can buy it, until an admin puts it back. An open order goes on. We’ll
        email the seller the reason.
      </p>
      <Form form={form} submit={{ label: 'Take down', pending: 'Taking down…' }} className="max-w-measure">
        <RadioField label="Why?" {...form.field('reason')} options={options} />
        <Field label="What is wrong with it?" {...form.field('note')} hint="Optional. Shown to the seller." rows={3} />
      </Form>
    </details>
  )
}
