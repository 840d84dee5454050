import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { href } from '#contract/href.ts'
import { formatMoney, grouped } from '#contract/wording.ts'
import { Bars } from '#client/ui/plots/bars.tsx'
import { weekWords } from '#client/ui/plots/bars-of.ts'

/** Large numbers: a seller's sales and balance, the club's people. None that is zero. */
export function Numbers({ dashboard: { owed, sold, club } }: { dashboard: Dashboard }) {
  const people = club
    ? [
        { count: club.sellers, what: 'sellers', to: href('/dashboard/all-sellers') },
        { count: club.buyers, what: 'buyers', to: href('/dashboard/all-buyers') },
      ].filter(({ count }) => count > 0)
    : []
  if (owed.length + sold.length + people.length === 0) return null
  return (
    <section aria-label="In numbers" className="grid gap-6 border-t-2 border-ink pt-4 sm:max-xl:grid-cols-2">
      {sold.length > 0 && <Sold sold={sold} />}
      {owed.map((amount) => (
        <BigNumber
          key={amount.currency}
          number={formatMoney(amount)}
          to={href('/dashboard/statement')}
          what="owed to you"
        />
      ))}
      {people.length > 0 && (
        <div className="grid grid-cols-2 gap-4">
          {people.map(({ count, what, to }) => (
            <BigNumber key={what} number={grouped(count)} what={what} to={to} />
          ))}
        </div>
      )}
    </section>
  )
}

function BigNumber({ number, what, to }: { number: string; what: string; to: string }) {
  return (
    <p>
      <Link to={to} className="touchable no-underline">
        <span className="block font-display text-3xl leading-none font-semibold text-ink tabular-nums">{number}</span>{' '}
        <span className="text-sm underline">{what}</span>
      </Link>
    </p>
  )
}

function Sold({ sold }: { sold: Dashboard['sold'] }) {
  const all = sold.reduce((sum, { count }) => sum + count, 0)
  const [first] = sold
  const words = `${grouped(all)} sold in ${sold.length} weeks, ${grouped(sold.at(-1)!.count)} of them this week`
  return (
    <div>
      <p>
        <span className="block font-display text-3xl leading-none font-semibold tabular-nums">{grouped(all)}</span>{' '}
        <span className="text-sm text-ink-2">sold in {sold.length} weeks</span>
      </p>
      <Bars values={sold.map(({ count }) => count)} label={words} className="mt-3 h-14" />
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-2">
        <span>{weekWords(first!.begins)}</span>
        <span>this week</span>
      </p>
    </div>
  )
}
