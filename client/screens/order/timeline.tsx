import { reasonWords, type OrderEvent } from '#contract/orders/order-timeline.ts'
import { HAND_OVER_DAYS } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { AdminsAct } from '#contract/orders/order-record.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { stateWords } from '#client/orders/state-words.ts'

interface Sides {
  /** 'You', or 'The buyer'. */
  buyer: string
  seller: string
  /** 'Your bank', or 'The buyer’s bank'. */
  bank: string
}

const words: Record<NonNullable<OrderEvent['transition']>, string | ((who: Sides) => string)> = {
  buyer_claims: ({ buyer }) => `${buyer} reserved the book`,
  buyer_pays: ({ buyer }) => `${buyer} paid`,
  bank_sends_payment: ({ bank }) => `${bank} is sending the payment`,
  bank_refuses_payment: 'The bank didn’t send the payment',
  buyer_chooses_cash: ({ buyer }) => `${buyer} asked to pay in cash`,
  seller_agrees_to_cash: ({ seller }) => `${seller} accepted cash`,
  seller_enters_code: ({ seller }) => `Handed over: ${inSentence(seller)} typed in the code`,
  buyer_confirms: ({ buyer }) => `Handed over: ${inSentence(buyer)} confirmed it`,
  buyer_cancels: ({ buyer }) => `${buyer} cancelled the order`,
  seller_releases: ({ seller }) => `${seller} cancelled the order`,
  time_expires: 'Time was up',
  time_hands_over: `Marked as handed over after ${HAND_OVER_DAYS} days`,
  time_completes: 'Done',
  admin_closes_account: 'Cancelled: one of the two accounts was closed',
  email_changes_hands: 'Cancelled: one of the two emails belongs to someone else now',
  seller_refunds_part: ({ seller }) => `${seller} refunded a part`,
  admin_refunds_part: 'The club refunded a part',
  provider_refunds_part: 'The card provider refunded a part',
  seller_refunds: ({ seller }) => `${seller} refunded the order`,
  admin_refunds: 'The club refunded the order',
  seller_relists: ({ seller }) => `${seller} put the book back on sale`,
  provider_refunds: 'The card provider refunded the order',
  bank_asks: ({ bank }) => `${bank} asked about the payment`,
  bank_disputes: ({ bank }) => `${bank} took the payment back while it looks into it`,
  bank_gives_in: 'The bank has decided: the payment stands',
  bank_keeps_part: 'The bank has decided: a part of the payment goes back',
  bank_keeps: 'The bank has decided: the payment goes back',
  either_opens_problem: 'A problem was reported',
  either_answers: 'An answer to the problem',
  opener_settles: 'The problem was closed',
  admin_decides: 'The club decided about the problem',
  late_payment_arrives: 'A payment came too late and was refunded',
}

const inSentence = (who: string) => who.charAt(0).toLowerCase() + who.slice(1)

/** An event for its reader's side; events from before transitions were stored show their state. */
function eventWords({ transition, to }: Pick<OrderEvent, 'transition' | 'to'>, side: Order['side']): string {
  if (!transition) return stateWords[to]
  const said = words[transition]
  const who = {
    buyer: side === 'buyer' ? 'You' : 'The buyer',
    seller: side === 'seller' ? 'You' : 'The seller',
    bank: side === 'buyer' ? 'Your bank' : 'The buyer’s bank',
  }
  return typeof said === 'string' ? said : said(who)
}

/** Answers are shown with their problem instead. */
const isStep = ({ transition }: OrderEvent) => transition !== 'either_answers'

interface TimelineProps {
  events: readonly OrderEvent[]
  /** Of the reader. */
  side: Order['side']
  /** Admins' names, for admins. */
  acts?: readonly AdminsAct[] | undefined
}

/** Timeline of an order, oldest first. */
export function Timeline({ events, side, acts }: TimelineProps) {
  return (
    <section aria-labelledby="timeline" className="sheet p-5 sm:p-6">
      <h2 id="timeline" className="small-heading font-sans text-ink-2">
        Timeline
      </h2>
      <ol className="mt-3 grid gap-3">
        {events.filter(isStep).map((event) => (
          <li
            key={`${event.at.toISOString()} ${event.transition}`}
            className="border-s-3 border-rule ps-3 last:border-ink"
          >
            <span className="block font-semibold">{eventWords(event, side)}</span>
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
