import { decideProblem, decisionForm, problemDecisions } from '#contract/orders/problem-decisions.ts'
import { decisionsFor } from '#contract/orders/problems.policy.ts'
import type { OrderProblem } from '#contract/orders/problems.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { useDraft } from '#client/forms/drafts/use-draft.ts'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useAccount } from '#client/session/use-account.ts'
import { toast } from '#client/ui/notice-store.ts'

const deciding = formOf(decisionForm)

interface DecideProps {
  order: OrderWithTimeline
  problem: OrderProblem
}

/** Admin's decision form for a problem. Conflicts with newer entries are reported, and nothing typed is lost. */
export function DecideProblem({ order, problem: { id, revision } }: DecideProps) {
  const draft = useDraft({ form: `decide-${id}`, accountId: useAccount().id }, deciding, [])
  const form = useForm(deciding, (body) => call(decideProblem, { params: { id }, body: { ...body, revision } }), {
    draft,
    isLive: true,
    onDone: async () => toast('Decided. We’ll email both of them.', 'success'),
  })
  const most = formatMoney({ ...order.book.resalePrice, minor: order.refundable })
  const options = decisionsFor(order.state).map((value) => ({ value, label: problemDecisions[value] }))
  return (
    <section aria-labelledby="decide" className="grid gap-3 border-t border-rule pt-4">
      <h3 id="decide" className="text-xl">
        Decide
      </h3>
      <p className="max-w-measure">
        Both get your reason by email and see it here. This can’t be undone.
        {options.length === 1 && ' Nothing has been paid yet, so there’s nothing to refund.'}
      </p>
      <Form form={form} submit={{ label: 'Decide', pending: 'Deciding…' }}>
        <RadioField label="Your decision" {...form.field('decision')} options={options} />
        {form.texts.decision === 'part' && (
          <div className="max-w-80">
            <Field label="Amount" {...form.field('amount')} hint={`Up to ${most}.`} autoComplete="off" />
          </div>
        )}
        <Field label="Reason" {...form.field('text')} rows={4} />
      </Form>
    </section>
  )
}
