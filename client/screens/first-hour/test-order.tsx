import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { TEST_ORDER_STEPS, tryOrders, type TestOrderStep, type TriedOrder } from '#contract/settings/test-order.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useSite } from '#client/ui/site.ts'

const WAYS = { card: 'Paid by card', cash: 'Paid in cash' } as const
const words: Record<TestOrderStep, (way: TriedOrder['way']) => string> = {
  listed: () => 'A seller listed a book',
  reserved: () => 'A buyer reserved it',
  paid: (way) => (way === 'card' ? 'The buyer paid by a test card' : 'The seller agreed to cash'),
  handed_over: () => 'The seller entered the buyer’s code',
  done: () => 'The order was completed',
  settled: (way) => (way === 'card' ? 'The club owes the seller the right amount' : 'The club owes nobody anything'),
}

/** Plays an order from the listing to the statement, and shows each step; nothing of it is left. */
export function TestOrder({ onDone }: { onDone: () => void }) {
  const test = useMutation({
    mutationFn: () => call(tryOrders, {}),
    onSuccess: (tried) => tried.every(isWell) && onDone(),
  })
  return (
    <div className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
      <p>
        We’ll play an order from the listing to the end, in each way that buyers can pay, and then undo all of it.
        Nobody sees the book, no email is sent, and no card is charged.
      </p>
      <button
        type="button"
        className="button justify-self-start"
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {test.isPending ? 'Trying…' : test.data ? 'Try it again' : 'Try an order'}
      </button>
      <div role="status" className="grid grid-cols-1 gap-4 empty:hidden">
        {!test.isPending && test.data?.map((tried) => <Tried key={tried.way} tried={tried} />)}
        {!test.isPending && test.data && <NotTried />}
      </div>
      <FailureLine words={test.error?.message} />
    </div>
  )
}

const isWell = ({ problem, isUndone }: TriedOrder) => problem === null && isUndone

function Tried({ tried: { way, done, problem, isUndone } }: { tried: TriedOrder }) {
  const failed = problem === null ? undefined : TEST_ORDER_STEPS[done.length]
  return (
    <section aria-label={WAYS[way]}>
      <h3 className="mb-1 font-sans text-base font-semibold">{WAYS[way]}</h3>
      <ul className="grid gap-1">
        {done.map((step) => (
          <Line key={step} isWell>
            {words[step](way)}
          </Line>
        ))}
        {failed && (
          <Line isWell={false}>
            Failed at “{words[failed](way)}”: {problem}
          </Line>
        )}
        <Line isWell={isUndone}>
          {isUndone ? 'Everything was undone: nothing is left of it' : 'Not all of it was undone'}
        </Line>
      </ul>
    </section>
  )
}

function Line({ isWell: isGood, children }: { isWell: boolean; children: React.ReactNode }) {
  return (
    <li className="flex gap-2">
      <span aria-hidden="true" className={`w-4 shrink-0 text-center ${isGood ? 'text-ok' : 'text-stamp'}`}>
        {isGood ? '✓' : '!'}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

/** What a test order can't tell. */
function NotTried() {
  const { cards } = useSite()
  return (
    <p className="text-sm text-ink-2">
      Real payments and emails aren’t part of this test. <Link to={href('/dashboard/doctor')}>The health check</Link>{' '}
      looks at {cards.mode === 'stripe' && 'Stripe’s keys and webhook, and at '}the mail server.
    </p>
  )
}
