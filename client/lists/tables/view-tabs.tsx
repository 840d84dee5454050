import { Link } from 'react-router'

/**
 * Tabs of a table's views, with the current tab marked. `name`: query parameter of the view; the first view has none.
 */
export function ViewTabs<View extends string>({
  label,
  name,
  words,
  shown,
}: {
  label: string
  name: string
  words: Readonly<Record<View, string>>
  shown: View
}) {
  const views = Object.keys(words) as View[]
  return (
    <nav aria-label={label} className="not-printed mb-4 flex flex-wrap gap-3">
      {views.map((view) => (
        <Link
          key={view}
          to={view === views[0] ? '?' : `?${name}=${view}`}
          aria-current={view === shown ? 'page' : undefined}
          className="button-outline aria-[current]:border-ink aria-[current]:bg-sunk"
        >
          {words[view]}
        </Link>
      ))}
    </nav>
  )
}
