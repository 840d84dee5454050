import { useId, type ComponentProps } from 'react'

/** What every control of a form has. */
export interface FieldProps {
  label: string
  name: string
  hint?: string | undefined
  /** What is wrong with what was typed; empty while nothing is. */
  problem?: string | undefined
}
type LineProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'ref'> & {
    /** Makes it several lines high. */
    rows?: number
  }

/** A labelled line of input, or several with `rows`. The schema decides what is right; the problem stands here. */
export function Field({ label, hint, problem, rows, ...input }: LineProps) {
  const id = useId()
  const described = describedBy(id, hint, problem)
  const shared = { id, className: 'input', 'aria-invalid': problem ? true : undefined, 'aria-describedby': described }
  return (
    <LabelledControl id={id} label={label} hint={hint} problem={problem}>
      {rows === undefined ? (
        <input {...input} {...shared} />
      ) : (
        <textarea {...textareaProps(input)} {...shared} rows={rows} />
      )}
    </LabelledControl>
  )
}

type LabelledControlProps = Omit<FieldProps, 'name'> & {
  /** Of the control. */
  id: string
  children: React.ReactNode
}

/** A control between its label and hint and what is wrong with it. */
export function LabelledControl({ id, label, hint, problem, children }: LabelledControlProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id} hint={hint} />
      {children}
      <FieldProblem id={id} problem={problem} />
    </div>
  )
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
