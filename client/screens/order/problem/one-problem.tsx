import { useState } from 'react'
import type { Order, OrderWithTimeline } from '#contract/orders/orders.ts'
import { maySettle } from '#contract/orders/problems.policy.ts'
import { problemKinds, settleProblem, type OrderProblem } from '#contract/orders/problems.ts'
import { formatMoney } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { AnswerForm } from './answer-form.tsx'
import { DecideProblem } from './decide-problem.tsx'
import { Entries } from './entries.tsx'
import { writerWords } from './writer-words.ts'

interface ProblemProps {
  order: OrderWithTimeline
  problem: OrderProblem
}

/** Open problem: its entries, and how to end it. */
export function PresentProblem({ order, problem }: ProblemProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Opening order={order} problem={problem} />
      <Entries problem={problem} side={order.side}>
        <AnswerForm problem={problem} order={order} />
        {order.side === 'club' && <DecideProblem order={order} problem={problem} />}
        {maySettle(order.side, problem) === 'yes' && (
          <div className="grid gap-2 border-t border-rule pt-4">
            <p id="settle" className="text-sm text-ink-2">
              Sorted it out? Then the order goes on.
            </p>
            <ActionButton
              act={() => call(settleProblem, { params: { id: problem.id } })}
              label="Close the problem"
              pending="Saving…"
              describedBy="settle"
            />
          </div>
        )}
      </Entries>
    </div>
  )
}

/** Ended problem, collapsed; its entries load when opened. */
export function EndedProblem({ order, problem }: ProblemProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touchable py-2.5">
        <span className="font-semibold">{problemKinds[problem.kind]}</span>
        <span className="block text-sm text-ink-2">
          {outcomeWords(problem, order)} {problem.endedAt && <LocalTime date={problem.endedAt} />}
        </span>
      </summary>
      {isOpen && (
        <div className="mt-3 grid grid-cols-1 gap-4">
          <Opening order={order} problem={problem} />
          <Entries problem={problem} side={order.side} />
        </div>
      )}
    </details>
  )
}

function Opening({ order, problem }: ProblemProps) {
  return (
    <p>
      <strong>{problemKinds[problem.kind]}.</strong> {writerWords(problem.openedBy, order.side)} reported this on{' '}
      <LocalTime date={problem.openedAt} />.
    </p>
  )
}

function outcomeWords({ outcome, givenBack }: OrderProblem, { book }: Order): string {
  switch (outcome) {
    case 'settled':
      return 'Closed'
    case 'nothing':
      return 'The club decided: no money goes back.'
    case 'part':
      return `The club decided: ${formatMoney({ ...book.resalePrice, minor: givenBack ?? 0 })} goes back.`
    case 'all':
      return 'The club decided: all of the money goes back.'
    case 'cancelled':
      return 'Closed: order cancelled'
    default:
      return 'Closed: order refunded'
  }
}
