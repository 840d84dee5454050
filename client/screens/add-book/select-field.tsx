import { useId } from 'react'
import { describedBy, FieldProblem, Hint, type Told } from '#client/forms/field.tsx'

/** A question with many known answers, none of which has to be chosen. */
export function SelectField(
  props: Told & { options: readonly { value: string; label: string }[]; defaultValue?: string | undefined },
) {
  const { label, name, hint, problem, options, defaultValue } = props
  const id = useId()
  return (
    <div className="grid grid-cols-1 content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id} hint={hint} />
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        className="input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
      >
        <option value="">Not stated</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldProblem id={id} problem={problem} />
    </div>
  )
}
