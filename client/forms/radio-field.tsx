import { useId, useRef } from 'react'
import { describedBy, FieldProblem, Hint, type FieldProps } from './field.tsx'

/** Radio group. Optional: a choice can be cleared. */
export function RadioField(
  props: FieldProps & {
    options: readonly { value: string; label: string; hint?: string }[]
    defaultValue?: string | undefined
    /** Required choice: it can be changed, but not cleared. */
    cannotClear?: boolean
    onChoose?: (value: string) => void
  },
) {
  const { label, name, hint, problem, options, defaultValue, cannotClear, onChoose } = props
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // All alike, so that their circles stand in one line.
  const isBoxed = options.some((option) => option.hint)
  return (
    <fieldset ref={fieldset} aria-describedby={describedBy(id, hint, problem)} className="group/radios grid gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      <Hint id={id} hint={hint} />
      <div className={options.length > 3 || cannotClear ? 'grid' : 'flex flex-wrap gap-x-6 gap-y-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`flex min-h-11 items-center gap-2 ${isBoxed ? 'w-full rounded-sm border border-rule px-3 py-2 has-checked:border-ink' : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              onChange={onChoose && (() => onChoose(option.value))}
              className="size-5 shrink-0 accent-link"
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-ink-2">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {!cannotClear && (
        <button
          type="button"
          className="button-quiet -ms-2.5 hidden justify-self-start group-has-checked/radios:inline-flex"
          onClick={() => clearRadios(fieldset.current)}
        >
          Clear<span className="sr-only"> {label}</span>
        </button>
      )}
      <FieldProblem id={id} problem={problem} />
    </fieldset>
  )
}

/**
 * Clears the choice and moves the focus to the first radio, because the clear button unmounts. Fires an input event for
 * the form.
 */
function clearRadios(fieldset: HTMLFieldSetElement | null) {
  const radios = [...(fieldset?.querySelectorAll('input') ?? [])]
  for (const radio of radios) radio.checked = false
  radios[0]?.focus()
  radios[0]?.dispatchEvent(new Event('input', { bubbles: true }))
}
