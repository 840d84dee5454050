import type { Person } from '#contract/accounts/people.ts'
import { suspendAccount, suspensionReasons } from '#contract/accounts/suspensions.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'

const suspensionForm = formOf(suspendAccount.body)
const options = Object.entries(suspensionReasons).map(([value, label]) => ({ value, label }))

/** Form to suspend a person for a while, with its consequences. */
export function SuspendPerson({ person }: { person: Person }) {
  const form = useForm(suspensionForm, (body) => call(suspendAccount, { params: { id: person.id }, body }))
  return (
    <details>
      <summary className="touchable py-2.5 text-link underline">Suspend this person</summary>
      <p className="mb-3 max-w-measure text-sm">
        They’re signed out at once and can’t sign in, and their listings are hidden, until the suspension ends. Orders
        go on, and we’ll tell the other side of each what to do next. You can end it any time.
      </p>
      <Form form={form} submit={{ label: 'Suspend', pending: 'Suspending…' }} className="max-w-measure">
        <Field
          label="For how many days?"
          {...form.field('days')}
          hint="Leave it empty to suspend them until an admin ends it."
          autoComplete="off"
        />
        <RadioField label="Why?" {...form.field('reason')} options={options} />
        <Field
          label="What happened?"
          {...form.field('note')}
          hint="Optional. We email it to them with the reason, and show it when they try to sign in."
          rows={3}
        />
      </Form>
    </details>
  )
}
