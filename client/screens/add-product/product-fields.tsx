import { useQuery } from '@tanstack/react-query'
import { conditions } from '#contract/books.ts'
import { listCategories } from '#contract/categories.ts'
import { Field, RadioField } from '#client/parts/field.tsx'
import { Retry } from '#client/parts/retry.tsx'
import { useSite } from '#client/parts/site.ts'
import { call } from '#client/server-calls/call.ts'

interface FieldFacts {
  name: string
  defaultValue: string
  problem: string | undefined
}
/** What a field starts with and what is wrong with it, by its name. */
type Fields = { field: (name: string) => FieldFacts }

const asOption = (value: string) => ({ value, label: value })

export function TitleFields({ field }: Fields) {
  return (
    <>
      <Field label="Book Name" {...field('book_name')} autoComplete="off" required />
      <Field label="Book Writer" {...field('book_writer')} autoComplete="off" required />
    </>
  )
}

/** What comes after the picture, in the specification's order. */
export function CopyFields({ field }: Fields) {
  const { currency } = useSite()
  const price = { inputMode: 'decimal', autoComplete: 'off', required: true } as const
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label="Original Price"
          hint={`In ${currency}, such as 20 or 20.50`}
          {...field('originalPrice')}
          {...price}
        />
        <Field label="Resale Price" hint="What a buyer pays, from 0.50 on" {...field('resalePrice')} {...price} />
      </div>
      <RadioField label="Condition Type" options={conditions.map(asOption)} {...field('condition')} />
      <Field
        label="Mobile Number"
        hint="Only a buyer of this book sees it"
        {...field('mobileNumber')}
        type="tel"
        autoComplete="tel"
        required
      />
      <CategoryField field={field} />
      <Field
        label="Location"
        hint="Town or quarter; everyone sees it"
        {...field('location')}
        autoComplete="address-level2"
        required
      />
      <Field label="Description" {...field('description')} rows={4} required />
      <Field
        label="Year of purchase"
        hint="When you bought it, such as 2019"
        {...field('yearOfPurchase')}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </>
  )
}

function CategoryField({ field }: Fields) {
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call(listCategories, {}, { signal }),
  })
  return (
    <div>
      <RadioField
        label="Select category"
        options={(categories.data ?? []).map(({ slug }) => asOption(slug))}
        {...field('category_name')}
      />
      {categories.isPending && <p className="min-h-11 text-ink-2">Fetching the categories…</p>}
      {categories.isError && <Retry error={categories.error} onRetry={() => void categories.refetch()} />}
    </div>
  )
}
