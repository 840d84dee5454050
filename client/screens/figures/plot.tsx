import { useId } from 'react'
import type { WeekFigures } from '#contract/orders/figures.ts'
import { Bars } from '#client/ui/plots/bars.tsx'
import { highest, weekWords } from '#client/ui/plots/bars-of.ts'

interface PlotProps {
  title: string
  /** Explanation, where the title isn't enough. */
  note?: string
  weeks: readonly WeekFigures[]
  /** Value of a week; null for none. */
  valueOf: (week: WeekFigures) => number | null
  words: (value: number) => string
  /** Whether the values can be summed. */
  adds?: boolean
}

/** Weekly bar chart, with the same numbers as a table. */
export function Plot({ title, note, weeks, valueOf, words, adds = false }: PlotProps) {
  const id = useId()
  const values = weeks.map(valueOf)
  const most = highest(values)
  const last = values.at(-1) ?? null
  const sum = adds ? words(values.reduce<number>((all, value) => all + (value ?? 0), 0)) : null
  const isEmpty = adds ? most === 0 : values.every((value) => value === null)
  return (
    <section aria-labelledby={id} className="sheet grid grid-cols-1 content-start gap-3 p-5 sm:p-6">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-ink-2 tabular-nums">
          {sum === null ? thisWeek(last, words) : `${sum} in ${weeks.length} weeks`}
        </p>
        {note && <p className="mt-1 text-sm text-ink-2">{note}</p>}
      </div>
      {isEmpty ? (
        <p className="text-ink-2">Nothing in these weeks.</p>
      ) : (
        <>
          <WeeklyBars label={spoken({ title, weeks, values, words })} weeks={weeks} values={values} top={words(most)} />
          <details>
            <summary className="touchable py-2.5 text-sm text-link underline">
              Show as table<span className="sr-only">: {title}</span>
            </summary>
            <Numbers title={title} weeks={weeks} values={values} words={words} />
          </details>
        </>
      )}
    </section>
  )
}

interface Spoken {
  title: string
  weeks: readonly WeekFigures[]
  values: readonly (number | null)[]
  words: (value: number) => string
}

/** Text alternative of the bars. */
function spoken({ title, weeks, values, words }: Spoken): string {
  const most = highest(values)
  const at = weeks[values.indexOf(most)]
  return `${title}, bar chart of ${weeks.length} weeks. Most: ${words(most)} in the week of ${at ? weekWords(at.begins) : ''}.`
}

const thisWeek = (value: number | null, words: PlotProps['words']) =>
  value === null ? 'None this week' : `${words(value)} this week`

/** Table of two narrow columns, side by side on the narrowest page. */
function Numbers({ title, weeks, values, words }: Spoken) {
  const rows = weeks.map(({ begins }, place) => ({ begins, value: values[place] ?? null })).toReversed()
  return (
    <table className="mt-2 w-full text-sm">
      <caption className="sr-only">{title} by week</caption>
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="py-1 text-start">
            Week of
          </th>
          <th scope="col" className="py-1 text-end">
            {title}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ begins, value }) => (
          <tr key={begins.toISOString()} className="border-b border-rule">
            <th scope="row" className="py-1 text-start font-normal">
              {weekWords(begins, true)}
            </th>
            <td className="py-1 text-end tabular-nums">{value === null ? 'none' : words(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface WeeklyBarsProps {
  label: string
  weeks: readonly WeekFigures[]
  values: readonly (number | null)[]
  /** Highest value, in words. */
  top: string
}

/** Bars with their highest value, first and last week. */
function WeeklyBars({ label, weeks, values, top }: WeeklyBarsProps) {
  const [first] = weeks
  return (
    <div className="grid gap-1 text-sm text-ink-2 tabular-nums">
      <span aria-hidden="true">{top}</span>
      <Bars values={values} label={label} className="h-36 border-t border-t-rule" />
      <p aria-hidden="true" className="flex justify-between">
        <span>{first && weekWords(first.begins)}</span>
        <span>this week</span>
      </p>
    </div>
  )
}
