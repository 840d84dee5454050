import { FailureLine } from '#client/forms/failure-line.tsx'
import { useOrderAction } from './use-order-action.ts'

interface ActionButtonProps {
  act: () => Promise<unknown>
  label: string
  pending: string
  isMain?: boolean
  /** Before the order is read again, which takes the button away. */
  onDone?: (() => void) | undefined
  /** The id of what says what it means. */
  describedBy?: string
}

/** One press that changes an order, and why it didn't. */
export function ActionButton({ act, label, pending, isMain = false, onDone, describedBy }: ActionButtonProps) {
  const action = useOrderAction(act, onDone)
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
