import { newProblemBody, openProblem, problemKinds } from '#contract/orders/problems.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { PicturesField } from '#client/forms/pictures/pictures-field.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { accountStatusOf } from '#client/orders/account-status-of.ts'
import { toast } from '#client/ui/notice-store.ts'
import { entryPictures } from './entry-pictures.ts'
import { useEntry } from './use-entry.ts'

const problemForm = formOf(newProblemBody)
const kinds = Object.entries(problemKinds).map(([value, label]) => ({ value, label }))

/** Form to report a problem, which stops the order's deadlines. Collapsed, except with a draft. */
export function OpenProblem({ order }: { order: Order }) {
  const { id, side } = order
  const entry = useEntry(problemForm, `problem-${id}`)
  const form = useForm(
    problemForm,
    (problem) => entry.send((images) => call(openProblem, { params: { id }, body: { ...problem, images } })),
    {
      draft: entry.draft,
      onDone: async () => toast('Problem reported', 'success'),
    },
  )
  const other = side === 'buyer' ? 'seller' : 'buyer'
  const isOtherClosed = accountStatusOf(order, other).isClosed
  return (
    <details open={entry.draft.isRestored || undefined}>
      <summary className="touchable py-2.5 text-link underline">Report a problem</summary>
      <p className="mb-3 max-w-measure">
        {isOtherClosed ? 'The club reads it and decides.' : `We’ll email the ${other}.`} All deadlines are paused until
        it’s closed.{!isOtherClosed && ' The club can read along and decide.'}
      </p>
      <Form form={form} submit={{ label: 'Send report', pending: 'Sending…' }}>
        <RadioField label="What’s wrong?" {...form.field('kind')} options={kinds} />
        <Field label="What happened?" {...form.field('text')} rows={4} />
        <PicturesField {...entryPictures(side)} {...entry.pictures(form)} />
      </Form>
    </details>
  )
}
