import { useId, useRef, type ComponentProps } from 'react'

interface Told {
  label: string
  name: string
  hint?: string | undefined
  /** What is wrong with what was typed; empty while nothing is. */
  problem?: string | undefined
}
type FieldProps = Told &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'ref'> & {
    /** Makes it several lines high. */
    rows?: number
  }

/** A labelled line of input, or several with `rows`. The schema decides what is right; the problem stands here. */
export function Field({ label, hint, problem, rows, ...input }: FieldProps) {
  const id = useId()
  const described = describedBy(id, hint, problem)
  const shared = { id, className: 'input', 'aria-invalid': problem ? true : undefined, 'aria-describedby': described }
  return (
    <div className="grid grid-cols-1 content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id} hint={hint} />
      {rows === undefined ? (
        <input {...input} {...shared} />
      ) : (
        <textarea {...textareaProps(input)} {...shared} rows={rows} />
      )}
      <FieldProblem id={id} problem={problem} />
    </div>
  )
}

/** A question with a few answers, as radio buttons. None of them has to be chosen, and a choice can be taken back. */
export function RadioField(
  props: Told & {
    options: readonly { value: string; label: string; hint?: string }[]
    defaultValue?: string | undefined
  },
) {
  const { label, name, hint, problem, options, defaultValue } = props
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={fieldset} aria-describedby={describedBy(id, hint, problem)} className="group/radios grid gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      <Hint id={id} hint={hint} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={`flex min-h-11 items-center gap-2 ${option.hint ? 'w-full rounded-sm border border-rule px-3 py-2 has-checked:border-ink' : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              className="size-5 shrink-0 accent-link"
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-ink-2">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className="button-quiet -ms-2.5 hidden justify-self-start group-has-checked/radios:inline-flex"
        onClick={() => clearRadios(fieldset.current)}
      >
        Clear<span className="sr-only"> {label}</span>
      </button>
      <FieldProblem id={id} problem={problem} />
    </fieldset>
  )
}

/** The pressed button goes with the choice: reading goes on at the first answer. The form hears of it as of typing. */
function clearRadios(fieldset: HTMLFieldSetElement | null) {
  const radios = [...(fieldset?.querySelectorAll('input') ?? [])]
  for (const radio of radios) radio.checked = false
  radios[0]?.focus()
  radios[0]?.dispatchEvent(new Event('input', { bubbles: true }))
}

function textareaProps(input: ComponentProps<'input'>) {
  const { name, defaultValue, required, autoComplete, disabled } = input
  return { name, defaultValue, required, autoComplete, disabled }
}

/** The ids of a control's hint and problem, for `aria-describedby`. */
export const describedBy = (id: string, hint?: string, problem?: string) =>
  [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined

/** What a control wants to be filled with. */
export function Hint({ id, hint }: { id: string; hint: string | undefined }) {
  return (
    hint && (
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {hint}
      </p>
    )
  )
}

/** What is wrong with what a control was filled with. */
export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  return (
    problem && (
      <p id={`${id}-problem`} className="text-sm font-semibold text-stamp">
        <span aria-hidden="true">! </span>
        {problem}
      </p>
    )
  )
}
