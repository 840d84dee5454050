/** Badge with a number; nothing for 0. `what` follows it for screen readers: 'unread'. */
export function CountBadge({ count, what }: { count: number; what: string }) {
  if (count === 0) return null
  return (
    <span className="count-badge">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
