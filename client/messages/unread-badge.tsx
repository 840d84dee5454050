/** Badge with the number of unread messages; nothing for 0. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="rounded-sm bg-stamp px-2 py-0.5 text-sm font-semibold text-on-stamp tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
