const DAY_MS = 86_400_000
const time = (at: Date) =>
  at
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace(/:00(?= )/, '')
    .toLowerCase()
const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** Days from one local date to another, by the calendar. */
const daysBetween = (from: Date, to: Date) => Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / DAY_MS)

/** Part of the day by its hour; 'early' stands before the day. */
function partOf(at: Date): 'early' | 'morning' | 'afternoon' | 'evening' {
  const hour = at.getHours()
  if (hour < 5) return 'early'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/**
 * Deadline as people say it, in the reader's zone: 'until 3:19 pm today', 'until tomorrow evening', 'until Saturday
 * morning', 'until early Sunday', 'until 10 December', 'overdue'.
 */
export function untilWords(at: Date, now = new Date()): string {
  if (at <= now) return 'overdue'
  const days = daysBetween(now, at)
  if (days === 0) return `until ${time(at)} today`
  if (days > 6) return `until ${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`
  const day = days === 1 ? 'tomorrow' : at.toLocaleDateString('en-GB', { weekday: 'long' })
  const part = partOf(at)
  return part === 'early' ? `until early ${day}` : `until ${day} ${part}`
}
