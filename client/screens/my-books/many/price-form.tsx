import { useId } from 'react'
import * as z from 'zod/mini'
import { changedPrice, type ChangeOfPrice } from '#contract/books/change-of-price.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import type { Money as Amount } from '#contract/money/currency-digits.ts'
import { perCurrency } from '#contract/money/money.ts'
import { requiredLine } from '#contract/text.ts'
import { countOf } from '#contract/wording.ts'
import { FeeOfPrice } from '#client/books/club-fee.tsx'
import { Field, LabelledControl } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'

const PERCENT = /^(\d{1,2})\s*%$/

/** Parses '10%' or '2.00'; null for anything else. */
function changeBy(text: string, currency: string): ChangeOfPrice | null {
  const percent = Number(PERCENT.exec(text)?.[1] ?? 0)
  if (percent > 0) return { percent }
  const amount = readPriceText(text, currency)
  return amount ? { amount } : null
}

const formIn = perCurrency((currency) =>
  formOf(
    z.object({
      way: z.enum(['lower', 'raise'], { error: 'Choose lower or raise' }),
      by: requiredLine(20, 'Please fill in by how much').check(
        z.refine((text) => changeBy(text, currency) !== null, {
          error: 'Write a percentage such as 10%, or an amount',
        }),
      ),
    }),
  ),
)

interface PriceFormProps {
  books: readonly MyListing[]
  onPrices: (prices: { book: MyListing; to: Amount }[]) => Promise<unknown>
}

/** Bulk price change by a percentage or an amount, with a preview of the first book. */
export function PriceForm({ books, onPrices }: PriceFormProps) {
  const { currency } = useSite()
  const id = useId()
  const pricesFor = ({ way, by }: { way?: string | undefined; by?: string | undefined }) => {
    const change = changeBy(by?.trim() ?? '', currency)
    const sign = way === 'lower' ? -1 : 1
    const signed =
      change && ('percent' in change ? { percent: sign * change.percent } : { amount: sign * change.amount })
    return signed ? books.map((book) => ({ book, to: changedPrice(book.resalePrice, signed) })) : []
  }
  const form = useForm(formIn(currency), (said) => onPrices(pricesFor(said)), {
    initial: { way: 'lower' },
    isLive: true,
  })
  const [first] = pricesFor(form.texts)
  return (
    <Form
      form={form}
      submit={{ label: `Change the price of ${countOf(books.length, 'book')}`, pending: 'Saving…' }}
      className="max-w-md py-3"
    >
      <LabelledControl id={id} label="Prices">
        <select id={id} name="way" defaultValue="lower" className="input">
          <option value="lower">Lower them</option>
          <option value="raise">Raise them</option>
        </select>
      </LabelledControl>
      <Field
        label="By"
        {...form.field('by')}
        hint="A percentage such as 10%, or an amount such as 2."
        autoComplete="off"
      />
      {first && (
        <p className="text-sm text-ink-2">
          <bdi>{first.book.title}</bdi>: <Money amount={first.book.resalePrice} /> → <Money amount={first.to} />
        </p>
      )}
      <FeeOfPrice price={first?.to ?? null} />
    </Form>
  )
}
