import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import type { TypedField } from '#client/forms/typed-fields.ts'
import type { AnyForm } from '#client/forms/use-form.ts'

interface ReasonFormProps {
  form: AnyForm
  /** Field of the reason. */
  field: TypedField
  reasons: Readonly<Record<string, string>>
  /** Label of the button that opens the form, and of its submit button. */
  verb: string
  pending: string
  /** Fields before the reason. */
  first?: React.ReactNode
  /** Consequences. */
  children: React.ReactNode
}

/** Form that ends an order with a reason for the other side. It can't be undone, so its consequences come first. */
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
