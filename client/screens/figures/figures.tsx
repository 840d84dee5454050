import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { getFigures, type WeekFigures } from '#contract/orders/figures.ts'
import { formatMoney, grouped } from '#contract/wording.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { hasAnything } from './has-anything.ts'
import { Plot } from './plot.tsx'

/** Weekly figures of the club: a plot each, with its numbers as a table. */
export default function Figures() {
  const figures = useCall(getFigures, {}, { staleTime: 0 })
  const weeks = figures.data
  if (!weeks) {
    if (figures.isError) return <Retry error={figures.error} onRetry={() => void figures.refetch()} />
    return <Skeletons count={3} className="h-60" label="Loading the figures" />
  }
  if (!hasAnything(weeks))
    return (
      <EmptyState words="Nothing to count yet. Figures appear with the first book that is listed.">
        <Link to={href('/dashboard/people')} className="button-outline">
          See who has joined
        </Link>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-6 max-w-measure text-ink-2">Weeks start on Monday (UTC). The last bar is this week so far.</p>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Plot title="Books listed" weeks={weeks} valueOf={({ listings }) => listings} words={grouped} adds />
        <Plot title="Books sold" weeks={weeks} valueOf={({ sales }) => sales} words={grouped} adds />
        <Plot
          title="Days until a book is sold"
          note="Half of the books sold that week were listed for this long or less."
          weeks={weeks}
          valueOf={({ daysToSell }) => daysToSell}
          words={daysWords}
        />
        <MoneyPlots weeks={weeks} />
      </div>
    </>
  )
}

const daysWords = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const ways = { card: 'Paid online', cash: 'Paid in cash', refunded: 'Refunded', fees: 'The club’s fees' } as const
type Way = keyof typeof ways

/** Plots for each currency: paid, by payment method, refunded, and the club's fees where there are any. */
function MoneyPlots({ weeks }: { weeks: readonly WeekFigures[] }) {
  const currencies = weeks[0]?.money.map(({ currency }) => currency) ?? []
  const hasFees = weeks.some(({ money }) => money.some(({ fees }) => fees !== 0))
  const shown = (Object.keys(ways) as Way[]).filter((way) => way !== 'fees' || hasFees)
  return currencies.flatMap((currency) =>
    shown.map((way) => (
      <Plot
        key={`${way} ${currency}`}
        title={currencies.length > 1 ? `${ways[way]}, ${currency}` : ways[way]}
        weeks={weeks}
        valueOf={({ money }) => money.find((one) => one.currency === currency)?.[way] ?? 0}
        words={(minor) => formatMoney({ minor, currency })}
        adds
      />
    )),
  )
}
