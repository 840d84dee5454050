import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import type { TypedField } from '#client/forms/typed-fields.ts'
import type { AnyForm } from '#client/forms/use-form.ts'

interface ReasonFormProps {
  form: AnyForm
  /** Of the reason. */
  field: TypedField
  reasons: Readonly<Record<string, string>>
  /** What is pressed to see the form, and to send it. */
  verb: string
  pending: string
  /** What else is asked for, before the reason. */
  first?: React.ReactNode
  /** What it means. */
  children: React.ReactNode
}

/** Ends an order with a reason that the other side gets. It can't be undone, so what it means is read before. */
export function ReasonForm({ form, field, reasons, verb, pending, first, children }: ReasonFormProps) {
  const options = Object.entries(reasons).map(([value, label]) => ({ value, label }))
  return (
    <details>
      <summary className="touchable py-2.5 text-sm text-link underline">{verb}</summary>
      <p className="mb-3 max-w-measure text-sm">{children}</p>
      <Form form={form} submit={{ label: verb, pending }}>
        {first}
        <RadioField label="Why?" {...field} options={options} />
      </Form>
    </details>
  )
}
