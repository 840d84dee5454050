import { useMutation } from '@tanstack/react-query'
import { FailureLine } from '#client/forms/failure-line.tsx'

interface AdminActionButtonProps {
  act: () => Promise<unknown>
  label: string
  pending: string
  /** Whom or what it is done to, for those who hear the button alone. */
  of?: string
}

/** One press of an admin that can be taken back, and why it didn't work. */
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
