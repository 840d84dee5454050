import { reasonWords, type OrderEvent } from '#contract/orders/order-timeline.ts'
import type { AdminsAct } from '#contract/orders/order-record.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { stateWords } from '#client/orders/state-words.ts'

const words: Record<NonNullable<OrderEvent['transition']>, string> = {
  buyer_claims: 'The buyer reserved the book',
  buyer_pays: 'The buyer paid by card',
  buyer_chooses_cash: 'The buyer asked to pay in cash',
  seller_agrees_to_cash: 'The seller agreed to cash',
  seller_enters_code: 'Handed over: the seller typed in the buyer’s code',
  buyer_confirms: 'Handed over: the buyer has the book',
  buyer_cancels: 'The buyer cancelled the order',
  seller_releases: 'The seller cancelled the order',
  time_expires: 'Time was up',
  time_hands_over: 'Counts as handed over: nobody said otherwise for 14 days',
  time_completes: 'Done',
  admin_closes_account: 'Cancelled: one of the two accounts was closed',
  email_changes_hands: 'Cancelled: one of the two emails belongs to somebody else now',
  seller_refunds_part: 'The seller gave a part of the money back',
  admin_refunds_part: 'The club gave a part of the money back',
  provider_refunds_part: 'A part was refunded by the card provider',
  seller_refunds: 'The seller gave the money back',
  admin_refunds: 'The club gave the money back',
  seller_relists: 'The seller put the book back on sale',
  provider_refunds: 'Refunded by the card provider',
  bank_asks: 'The bank of the buyer’s card asks about the payment',
  bank_disputes: 'The bank of the buyer’s card took the payment back while it looks into it',
  bank_gives_in: 'The bank is done, and keeps nothing of the payment',
  bank_keeps_part: 'The bank decided: the buyer gets a part of the money back',
  bank_keeps: 'The bank decided: the buyer gets the money back',
  either_opens_problem: 'A problem was opened',
  either_answers: 'An answer to the problem',
  opener_settles: 'The problem is settled',
  admin_decides: 'The club decided about the problem',
  late_payment_arrives: 'A payment came too late and went back',
}

/** Label of an event, true for both sides; events from before transitions were stored show their state. */
const eventWords = ({ transition, to }: Pick<OrderEvent, 'transition' | 'to'>): string =>
  transition ? words[transition] : stateWords[to]

/** Answers are shown with their problem instead. */
const isStep = ({ transition }: OrderEvent) => transition !== 'either_answers'

interface TimelineProps {
  events: readonly OrderEvent[]
  /** Admins' names, for admins. */
  acts?: readonly AdminsAct[] | undefined
}

/** Timeline of an order, oldest first. */
export function Timeline({ events, acts }: TimelineProps) {
  return (
    <section aria-labelledby="timeline" className="sheet p-5 sm:p-6">
      <h2 id="timeline" className="small-heading font-sans text-ink-2">
        What happened so far
      </h2>
      <ol className="mt-3 grid gap-3">
        {events.filter(isStep).map((event) => (
          <li
            key={`${event.at.toISOString()} ${event.transition}`}
            className="border-s-3 border-rule ps-3 last:border-ink"
          >
            <span className="block font-semibold">{eventWords(event)}</span>
            {event.reason && <span className="block">“{reasonWords[event.reason]}”</span>}
            <span className="block text-sm text-ink-2">
              <Admin event={event} acts={acts} />
              <LocalTime date={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Admin({ event, acts }: { event: OrderEvent; acts: TimelineProps['acts'] }) {
  const act = acts?.find(({ transition, at }) => transition === event.transition && at.getTime() === event.at.getTime())
  if (!act) return null
  return (
    <>
      <bdi>{act.by ?? 'A closed account'}</bdi>,{' '}
    </>
  )
}
