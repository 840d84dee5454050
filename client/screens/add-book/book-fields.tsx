import type { LockedField } from '#contract/books/books.policy.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { listCategories } from '#contract/books/categories.ts'
import { examplePrice, lowestResalePrice } from '#contract/money/currencies.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { contactsOpen } from '#contract/orders/contacts-open.ts'
import { categoryTitle, formatMoney } from '#contract/wording.ts'
import { FeeOfTypedPrice } from '#client/books/club-fee.tsx'
import { Field } from '#client/forms/field.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import type { Texts } from '#client/forms/typed-fields.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import type { BookField } from './use-book-draft.ts'
import { EditionFields, filledHint } from './edition-fields.tsx'

interface BookFieldsProps {
  field: BookField
  /** What is typed so far. */
  texts: Texts
  /** Locked fields: what a buyer was promised. */
  locked?: readonly LockedField[]
  /** Whether the ISBN lookup filled a field; given where the ISBN has a field of its own above. */
  isFilled?: (name: string) => boolean
}

const NOTHING: readonly LockedField[] = []

/** Hint of a locked field. */
export const PROMISED = 'Promised to the buyer. You can change it again if the reservation ends.'

const asOption = (value: string) => ({ value, label: value })

/** Fields below the pictures: the book, this copy, its price, and the meeting place. */
export function BookFields({ field, texts, locked = NOTHING, isFilled }: BookFieldsProps) {
  const site = useSite()
  return (
    <>
      <Group title="The book">
        <Field label="Book Name" hint={filledHint(isFilled, 'book_name')} {...field('book_name')} autoComplete="off" />
        <Field
          label="Book Writer"
          hint={filledHint(isFilled, 'book_writer')}
          {...field('book_writer')}
          autoComplete="off"
        />
        <CategoryField field={field} />
        <EditionFields field={field} isFilled={isFilled} />
      </Group>
      <Group title="Your copy">
        {locked.includes('condition') ? (
          <Field label="Condition Type" {...field('condition')} hint={PROMISED} readOnly />
        ) : (
          <RadioField label="Condition Type" options={CONDITIONS.map(asOption)} {...field('condition')} />
        )}
        <Field
          label="Year of purchase"
          hint="When you bought it, such as 2019"
          {...field('yearOfPurchase')}
          autoComplete="off"
        />
        <Field label="Description" {...field('description')} rows={4} />
      </Group>
      <Prices field={field} texts={texts} locked={locked} />
      <Group title="Handing over">
        <Field
          label="Location"
          hint="Town or neighbourhood. Everyone can see it."
          {...field('location')}
          autoComplete="address-level2"
        />
        <Field
          label="Mobile Number"
          hint={`Shared only with the book’s buyer, once ${contactsOpen(site, { paid: 'it’s paid', agreed: 'you’ve accepted cash' })}.`}
          {...field('mobileNumber')}
          autoComplete="tel"
        />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-t border-rule pt-3">
      <legend className="small-heading pe-3 text-ink-2">{title}</legend>
      {children}
    </fieldset>
  )
}

function Prices({ field, texts, locked = NOTHING }: BookFieldsProps) {
  const { currency } = useSite()
  const isLocked = locked.includes('resalePrice')
  const lowest = formatMoney({ minor: lowestResalePrice(currency), currency })
  return (
    <Group title={`Prices in ${currency}`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Original Price"
          hint={isLocked ? PROMISED : `What it cost new, such as ${priceText(examplePrice(currency))}`}
          {...field('originalPrice')}
          readOnly={isLocked}
          autoComplete="off"
        />
        <Field
          label="Resale Price"
          hint={isLocked ? PROMISED : `What the buyer pays (at least ${lowest})`}
          {...field('resalePrice')}
          readOnly={isLocked}
          autoComplete="off"
        />
      </div>
      {!isLocked && <FeeOfTypedPrice text={texts.resalePrice} />}
    </Group>
  )
}

/** Category select with the club's current categories. */
export function CategoryField({ field }: { field: BookField }) {
  const categories = useCall(listCategories, {})
  return (
    <div>
      <RadioField
        label="Select category"
        options={(categories.data ?? []).map(({ slug }) => ({ value: slug, label: categoryTitle(slug) }))}
        {...field('category_name')}
      />
      {categories.isPending && <p className="min-h-11 text-ink-2">Loading categories…</p>}
      {categories.isError && <Retry error={categories.error} onRetry={() => void categories.refetch()} />}
    </div>
  )
}
