import { useId, useState } from 'react'
import { toast } from '#client/ui/notice-store.ts'
import { roleMeaning } from './role-words.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { errorMessage } from '#client/api/error-message.ts'

type Choosable = 'buyer' | 'seller'

const both = ['buyer', 'seller'] as const

const words: Record<Choosable, { first: string; switched: string; start: string; done: string }> = {
  buyer: {
    first: 'I want to buy',
    switched: 'Switch to buying',
    start: 'Start buying',
    done: 'You can buy books now',
  },
  seller: {
    first: 'I want to sell',
    switched: 'Switch to selling',
    start: 'Start selling',
    done: 'You can list books now',
  },
}

/**
 * Role question for a new account, or the switch to the role in `offers`. Saves the choice, renews the session, then
 * calls `onChosen`. `question` is the legend; `isStart` words the switch as a first start.
 */
export function RoleChoice({
  question = 'Do you want to buy or sell?',
  offers = both,
  isStart = false,
  onChosen,
}: {
  question?: string
  offers?: readonly Choosable[]
  isStart?: boolean
  onChosen?: (role: Choosable) => void
}) {
  const id = useId()
  const [pending, setPending] = useState<Choosable | null>(null)
  const [problem, setProblem] = useState('')
  const switching = offers.length === 1

  async function choose(role: Choosable) {
    setPending(role)
    setProblem('')
    try {
      const { changeRole } = await import('./change-role.ts')
      await changeRole(role)
      toast(words[role].done, 'success')
      onChosen?.(role)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setPending(null)
    }
  }

  return (
    <fieldset aria-describedby={`${id}-note`} className="grid gap-3">
      <legend className="mb-3 font-display text-xl leading-tight font-semibold">{question}</legend>
      <ul className={`grid gap-3 ${switching ? '' : 'sm:grid-cols-2'}`}>
        {offers.map((role) => (
          <li key={role} className={`grid content-start gap-1 ${switching ? 'justify-items-start' : ''}`}>
            <button
              type="button"
              className="button-outline"
              aria-describedby={`${id}-${role}`}
              aria-disabled={pending !== null}
              onClick={() => pending === null && void choose(role)}
            >
              {pending === role && <span className="spinner" aria-hidden="true" />}
              {words[role][isStart ? 'start' : switching ? 'switched' : 'first']}
            </button>
            <p id={`${id}-${role}`} className="text-sm text-ink-2">
              {roleMeaning[role]}
            </p>
          </li>
        ))}
      </ul>
      <p id={`${id}-note`} className="text-sm text-ink-2">
        {switching && !isStart ? 'You can switch back any time.' : 'You can change this any time on your account page.'}{' '}
        You keep your books and orders.
      </p>
      <FailureLine words={problem} />
    </fieldset>
  )
}
