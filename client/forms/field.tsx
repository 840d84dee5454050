import { useId, type ComponentProps } from 'react'

/** Props of every form control. */
export interface FieldProps {
  label: string
  name: string
  hint?: string | undefined
  /** Validation message; empty while valid. */
  problem?: string | undefined
}
type LineProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'ref'> & {
    /** Number of lines; makes it a textarea. */
    rows?: number
  }

/** Labelled input, or a textarea with `rows`. The schema validates; the message shows here. */
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
  /** Id of the control. */
  id: string
  children: React.ReactNode
}

/** Wraps a control with its label, hint and validation message. */
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

/** Ids of a control's hint and validation message, for `aria-describedby`. */
export const describedBy = (id: string, hint?: string, problem?: string) =>
  [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined

/** Hint of a control. */
export function Hint({ id, hint }: { id: string; hint: string | undefined }) {
  return (
    hint && (
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {hint}
      </p>
    )
  )
}

/** Validation message of a control. */
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
