import { useState } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { FailureLine } from './failure-line.tsx'

interface ActionButtonProps {
  act: () => Promise<unknown>
  label: React.ReactNode
  /** Label while the action runs; without it a spinner beside the usual one. */
  pending?: string
  /** Class of the button. */
  look?: string
  /** Subject of the action, for screen readers. */
  of?: string
  /** May be pressed again after success. Else it stays off, until a refetch removes it. */
  repeats?: boolean
  /** Called after success. */
  onDone?: (() => void) | undefined
  /** Id of the explanation. */
  describedBy?: string
}

/** Button that runs an action, once at a time, with its error below. */
export function ActionButton(props: ActionButtonProps) {
  const { act, label, pending, look = 'button-outline', of, repeats = false, onDone, describedBy } = props
  const [step, setStep] = useState<'ready' | 'pending' | 'done'>('ready')
  const [problem, setProblem] = useState('')
  async function run() {
    setStep('pending')
    setProblem('')
    try {
      await act()
      setStep(repeats ? 'ready' : 'done')
      onDone?.()
    } catch (error) {
      setProblem(errorMessage(error))
      setStep('ready')
    }
  }
  return (
    <div>
      <button
        type="button"
        className={look}
        aria-describedby={describedBy}
        aria-disabled={step !== 'ready'}
        onClick={() => step === 'ready' && void run()}
      >
        {step === 'pending' && !pending && <span className="spinner" aria-hidden="true" />}
        {(step === 'pending' && pending) || label}
        {of && <span className="sr-only"> {of}</span>}
      </button>
      <FailureLine words={problem} className="mt-2 text-sm" />
    </div>
  )
}
