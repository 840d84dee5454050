import type { useForm } from './use-form.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { ErrorSummary } from './error-summary.tsx'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'

/**
 * A form with its problems on top and its one button below. It can be sent once the browser has taken it over, and
 * not while it is being sent.
 */
export function Form({
  form,
  labels,
  submit,
  done,
  onChange,
  className = '',
  children,
}: {
  form: Pick<ReturnType<typeof useForm>, 'onSubmit' | 'prepare' | 'named' | 'failure' | 'pending'>
  /** The fields' names for people. */
  labels: Record<string, string>
  submit: { label: string; pending: string; mayNot?: boolean }
  /** For a form that stays where it is: what to say beside its button once that worked; '' until then. */
  done?: string
  onChange?: () => void
  className?: string
  children: React.ReactNode
}) {
  const ready = useHydrated()
  const button = (
    <button
      type="submit"
      className={done === undefined ? 'button' : 'button-outline'}
      disabled={!ready || form.pending || submit.mayNot}
    >
      {form.pending && <span className="spinner" aria-hidden="true" />}
      {form.pending ? submit.pending : submit.label}
    </button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of its fields' focus
    <form
      method="post"
      noValidate
      className={`grid grid-cols-1 gap-4 ${className}`}
      onFocus={form.prepare}
      onSubmit={form.onSubmit}
      onChange={onChange}
    >
      <NeedsScripts what="This form" />
      <ErrorSummary invalid={form.named(labels)} failure={form.failure} />
      {children}
      {done === undefined ? (
        button
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {button}
          <output className="text-ok">{done}</output>
        </div>
      )}
    </form>
  )
}
