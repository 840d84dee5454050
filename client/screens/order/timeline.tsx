import { reasonWords, type OrderEvent } from '#contract/orders/order-timeline.ts'
import type { AdminsAct } from '#contract/orders/order-record.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { eventWords } from './event-words.ts'

/** What was answered stands with its problem. */
const isStep = ({ transition }: OrderEvent) => transition !== 'either_answers'

interface TimelineProps {
  events: readonly OrderEvent[]
  /** For admins: which of them it was. */
  acts?: readonly AdminsAct[] | undefined
}

/** What happened to an order, first things first. */
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
