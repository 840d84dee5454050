import { useId } from 'react'
import * as z from 'zod/mini'
import {
  changedPrice,
  readChange,
  waysToPrice,
  type ChangeOfPrice,
  type WayToPrice,
} from '#contract/books/change-of-price.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { perCurrency } from '#contract/money/money.ts'
import { requiredLine } from '#contract/text.ts'
import { FeeOfPrice } from '#client/books/club-fee.tsx'
import { Field, LabelledControl } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'

const wayWords: Record<WayToPrice, string> = { lower: 'Lower them', raise: 'Raise them', set: 'Set them' }

const formIn = perCurrency((currency) =>
  formOf(
    z
      .object({
        way: z.enum(waysToPrice, { error: 'Choose lower, raise or set' }),
        by: requiredLine(20, 'Please fill in how much'),
      })
      .check(
        z.refine(({ way, by }) => way !== 'set' || readChange(way, by, currency) !== null, {
          error: 'Write an amount such as 4.50',
          path: ['by'],
        }),
        z.refine(({ way, by }) => way === 'set' || readChange(way, by, currency) !== null, {
          error: 'Write a percentage such as 10%, or an amount',
          path: ['by'],
        }),
      ),
  ),
)

/** What the form says, and reads it as. */
export interface SaidPrice {
  way: WayToPrice
  by: string
}

const NOTHING_SAID: SaidPrice = { way: 'lower', by: '' }

interface PriceFormProps {
  /** A book to show the new price of. */
  example: MyListing | undefined
  initial?: SaidPrice | undefined
  submit: { label: string; pending: string }
  onChange: (change: ChangeOfPrice, said: SaidPrice) => Promise<unknown>
}

/** Bulk price change by a percentage or an amount, or to an amount, with an example. */
export function PriceForm({ example, initial = NOTHING_SAID, submit, onChange }: PriceFormProps) {
  const { currency } = useSite()
  const id = useId()
  const form = useForm(formIn(currency), (said) => onChange(readChange(said.way, said.by, currency)!, said), {
    initial: { ...initial },
    isLive: true,
  })
  const way = waysToPrice.find((one) => one === form.texts.way) ?? 'lower'
  const change = readChange(way, form.texts.by ?? '', currency)
  const after = change && example && changedPrice(example.resalePrice, change)
  return (
    <Form form={form} submit={submit} className="max-w-md py-3">
      <LabelledControl id={id} label="Prices">
        <select id={id} name="way" defaultValue={initial.way} className="input">
          {waysToPrice.map((one) => (
            <option key={one} value={one}>
              {wayWords[one]}
            </option>
          ))}
        </select>
      </LabelledControl>
      <Field
        label={way === 'set' ? 'To' : 'By'}
        {...form.field('by')}
        hint={way === 'set' ? 'An amount such as 4.50.' : 'A percentage such as 10%, or an amount such as 2.'}
        autoComplete="off"
      />
      {example && after && (
        <p className="text-sm text-ink-2">
          <bdi>{example.title}</bdi>: <Money amount={example.resalePrice} /> → <Money amount={after} />
        </p>
      )}
      <FeeOfPrice price={after ?? null} />
    </Form>
  )
}
