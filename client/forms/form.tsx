import type { ComponentProps } from 'react'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { ErrorSummary } from './error-summary.tsx'
import type { AnyForm } from './use-form.ts'

/** Form with its error summary on top and its submit button below. Submits after hydration only, and once at a time. */
export function Form({
  form,
  submit,
  done,
  className = '',
  children,
}: {
  form: AnyForm
  submit: { label: string; pending: string; mayNot?: boolean }
  /** Success message beside the button, for a form that stays on the page. */
  done?: string
  className?: string
  children: React.ReactNode
}) {
  const ready = useHydrated()
  const button = (
    <SubmitButton
      className={done ? 'button-outline' : 'button'}
      disabled={!ready || submit.mayNot}
      pending={form.pending}
    >
      {form.pending ? submit.pending : submit.label}
    </SubmitButton>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of its fields' focus
    <form method="post" {...form.props} className={`grid grid-cols-1 gap-4 ${className}`}>
      <NeedsScripts what="This form" />
      <ErrorSummary invalid={form.invalid} failure={form.failure} isLabelled />
      {children}
      {done ? (
        <div className="flex flex-wrap items-center gap-3">
          {button}
          <output className="text-ok">{form.isDone && done}</output>
        </div>
      ) : (
        button
      )}
    </form>
  )
}

/**
 * Submit button with a pending state. It stays enabled, because a disabled button loses the focus; the form ignores a
 * second press.
 */
export function SubmitButton({ pending, children, ...button }: ComponentProps<'button'> & { pending: boolean }) {
  return (
    <button type="submit" aria-disabled={pending} {...button}>
      {pending && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
