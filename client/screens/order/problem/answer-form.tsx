import { useEffect, useRef, useState } from 'react'
import { answerProblem, newEntryBody, type OrderProblem } from '#contract/orders/problems.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { PicturesField } from '#client/forms/pictures/pictures-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { toast } from '#client/ui/notice-store.ts'
import { entryPictures } from './entry-pictures.ts'
import { useEntry } from './use-entry.ts'

interface AnswerProps {
  problem: OrderProblem
  order: Order
}

/** Answer form. After sending, an empty form takes its place and the focus. */
export function AnswerForm(props: AnswerProps) {
  const [sent, setSent] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sent > 0) place.current?.querySelector('textarea')?.focus()
  }, [sent])
  return (
    <div ref={place}>
      <Answer key={sent} {...props} onSent={() => setSent(sent + 1)} />
    </div>
  )
}

const answerForm = formOf(newEntryBody)

function Answer({ problem: { id }, order, onSent }: AnswerProps & { onSent: () => void }) {
  const entry = useEntry(answerForm, `answer-${id}`)
  const form = useForm(
    answerForm,
    ({ text }) => entry.send((images) => call(answerProblem, { params: { id }, body: { text, images } })),
    {
      draft: entry.draft,
      onDone: async () => {
        toast('Answer sent', 'success')
        onSent()
      },
    },
  )
  const told = whoIsTold(order)
  return (
    <Form form={form} submit={{ label: 'Send answer', pending: 'Sending…' }}>
      <Field
        label="Your answer"
        {...form.field('text')}
        rows={3}
        hint={told ? `We’ll email ${told} that there’s an answer.` : 'The club reads it.'}
      />
      <PicturesField {...entryPictures(order.side)} {...entry.pictures(form)} />
    </Form>
  )
}

/** Recipients of the email; closed accounts get none. */
function whoIsTold({ side, isSellerClosed, isBuyerClosed }: Order): string {
  const seller = side === 'seller' || isSellerClosed ? '' : 'the seller'
  const buyer = side === 'buyer' || isBuyerClosed ? '' : 'the buyer'
  return seller && buyer ? 'both' : seller || buyer
}
