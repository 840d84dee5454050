import { useMutation } from '@tanstack/react-query'
import { FailureLine } from '#client/forms/failure-line.tsx'

interface ActionButtonProps {
  act: () => Promise<unknown>
  label: string
  pending: string
  isMain?: boolean
  /** Called after the order was refetched, which removes the button. */
  onDone?: (() => void) | undefined
  /** Id of the explanation. */
  describedBy?: string
}

/** Button that changes an order, with its error. */
export function ActionButton({ act, label, pending, isMain = false, onDone, describedBy }: ActionButtonProps) {
  const action = useMutation({ mutationFn: act, onSuccess: () => onDone?.() })
  const isOff = action.isPending || action.isSuccess
  return (
    <div>
      <button
        type="button"
        className={isMain ? 'button' : 'button-outline'}
        aria-describedby={describedBy}
        aria-disabled={isOff}
        onClick={() => !isOff && action.mutate()}
      >
        {action.isPending ? pending : label}
      </button>
      <FailureLine words={action.error?.message} className="mt-2 text-sm" />
    </div>
  )
}
