import type { Book } from '#contract/books/books.ts'
import { formatMoney } from '#contract/wording.ts'
import { RadioField } from '#client/forms/radio-field.tsx'
import type { TypedField } from '#client/forms/typed-fields.ts'

export type Payment = 'card' | 'cash'

interface PaymentChoiceProps {
  book: Book
  field: TypedField<'payment'>
  onChoose: (payment: Payment) => void
}

/** Choice between card and cash before the order is placed, for a shop that takes both. Card is chosen at first. */
export function PaymentChoice({ book, field, onChoose }: PaymentChoiceProps) {
  const price = formatMoney(book.resalePrice)
  return (
    <RadioField
      {...field}
      label="How would you like to pay?"
      cannotClear
      onChoose={(payment) => onChoose(payment as Payment)}
      options={[
        {
          value: 'card',
          label: 'By card',
          hint: `Pay ${price} on the next page. The club holds it until you have the book.`,
        },
        { value: 'cash', label: 'In cash', hint: `Pay ${price} when you meet, if ${book.seller.name} accepts.` },
      ]}
    />
  )
}
