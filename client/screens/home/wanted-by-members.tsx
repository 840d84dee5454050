import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { Wanted } from '#contract/wants/wanted.ts'
import { countOf } from '#contract/wording.ts'

/** Popular saved searches, by their words alone; nothing where there are none. */
export function WantedByMembers({ wanted }: { wanted: readonly Wanted[] }) {
  if (wanted.length === 0) return null
  return (
    <section aria-labelledby="wanted" className="min-w-0">
      <h2 id="wanted" className="mb-2">
        Wanted by members
      </h2>
      <p className="mb-4 max-w-measure text-ink-2">
        Have one of these? <Link to={href('/dashboard/add-product')}>List it</Link>, and we’ll email whoever is looking
        for it.
      </p>
      <ul className="flex flex-wrap gap-2">
        {wanted.map(({ words, people }) => (
          <li key={words} className="max-w-full">
            <Link
              to={`${href('/search')}?${new URLSearchParams({ q: words }).toString()}`}
              className="touchable flex min-h-11 flex-wrap items-center gap-x-2 border border-edge bg-card px-3 py-1 text-ink no-underline hover:border-ink"
            >
              <bdi className="font-semibold wrap-anywhere">{words}</bdi>
              <span className="text-sm text-ink-2">{countOf(people, 'person', 'people')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
