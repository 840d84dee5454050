import { useMutation } from '@tanstack/react-query'
import { FailureLine } from '#client/forms/failure-line.tsx'

interface AdminActionButtonProps {
  act: () => Promise<unknown>
  label: string
  pending: string
  /** Subject of the action, for screen readers. */
  of?: string
}

/** Button for a reversible admin action, with its error. */
export function AdminActionButton({ act, label, pending, of }: AdminActionButtonProps) {
  const action = useMutation({ mutationFn: act })
  return (
    <div>
      <button
        type="button"
        className="button-outline"
        aria-disabled={action.isPending}
        onClick={() => !action.isPending && action.mutate()}
      >
        {action.isPending ? pending : label}
        {of && <span className="sr-only"> {of}</span>}
      </button>
      <FailureLine words={action.error?.message} className="mt-2 text-sm" />
    </div>
  )
}
