import { useEffect, useId, useRef } from 'react'
import type { Money } from '#contract/money/currency-digits.ts'
import { formatMoney } from '#contract/wording.ts'
import { SubmitButton } from '#client/forms/form.tsx'
import type { Failure, Phase } from './use-outcome.ts'

/** Form around a provider's fields: errors, the Pay button, and why it is disabled. */
export function PayForm({
  heading = 'Pay by card',
  price,
  phase,
  failure,
  isOver,
  onPay,
  children,
}: {
  heading?: string
  price: Money
  phase: Phase
  failure: Failure | null
  /** Whether the time to pay has passed. */
  isOver: boolean
  onPay: (form: HTMLFormElement) => void
  children: React.ReactNode
}) {
  const id = useId()
  const waiting = isOver ? 'The time to pay for this order is over.' : reasonToWait[phase.at]
  return (
    <form
      noValidate
      aria-labelledby={`${id}-heading`}
      className="sheet grid content-start gap-5 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!waiting) onPay(event.currentTarget)
      }}
    >
      <h2 id={`${id}-heading`} className="text-xl">
        {heading}
      </h2>
      {children}
      <div className="grid gap-2">
        <SubmitButton
          className="button"
          disabled={isOver || phase.at === 'preparing'}
          aria-disabled={waiting !== ''}
          aria-describedby={`${id}-reason`}
          pending={phase.at === 'confirming'}
        >
          Pay {formatMoney(price)}
        </SubmitButton>
        <output className={`flex items-center empty:hidden gap-2 text-sm ${looks[phase.at] ?? 'text-ink-2'}`}>
          {phase.at === 'checking' && <span className="spinner shrink-0" aria-hidden="true" />}
          {/* Span for `aria-describedby`: an output has no text of its own there. */}
          <span id={`${id}-reason`}>{waiting}</span>
        </output>
        <FailureNote failure={failure} />
      </div>
    </form>
  )
}

const reasonToWait: Record<Phase['at'], string> = {
  preparing: 'Connecting to the card provider…',
  ready: '',
  confirming: 'Processing your payment. Please stay on this page.',
  challenge: 'Your bank is waiting for your answer.',
  checking: 'We’re checking your payment. You won’t be charged twice.',
}

/** Prominent style while the outcome is unknown. */
const looks: Partial<Record<Phase['at'], string>> = {
  checking: 'border-s-4 border-link bg-sunk p-3 text-base text-ink',
}

/** Provider's error below the form, with an icon; takes the focus. */
function FailureNote({ failure }: { failure: Failure | null }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure) note.current?.focus()
  }, [failure])
  return (
    <div role="alert">
      {failure && (
        <p ref={note} tabIndex={-1} className="flex gap-2 border-s-4 border-stamp bg-sunk p-3 text-stamp">
          <span aria-hidden="true" className="font-bold">
            ⚠
          </span>
          {failure.message}
        </p>
      )}
    </div>
  )
}
