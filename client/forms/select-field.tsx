import { useId } from 'react'
import { describedBy, LabelledControl, type FieldProps } from './field.tsx'

/** Select field; `none` labels the empty answer. */
export function SelectField(
  props: FieldProps & {
    none: string
    options: readonly { value: string; label: string }[]
    defaultValue?: string | undefined
  },
) {
  const { label, name, hint, problem, none, options, defaultValue } = props
  const id = useId()
  return (
    <LabelledControl id={id} label={label} hint={hint} problem={problem}>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        className="input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </LabelledControl>
  )
}
