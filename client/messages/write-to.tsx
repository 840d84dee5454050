import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'

interface WriteToProps {
  order: { id: string }
  /** Name of the other side, whose account is open. */
  name: string
  /** Unread messages from them about it. */
  unread: number
}

/** Link to the conversation about an order, or to start one. */
export function WriteTo({ order, name, unread }: WriteToProps) {
  return (
    <Link
      to={`${href('/dashboard/messages/:conversationId', 'new')}?order=${order.id}`}
      className="not-printed link touchable inline-flex flex-wrap items-center gap-x-2 py-1 text-sm font-normal wrap-anywhere"
    >
      <span>
        Write to <bdi>{name}</bdi>
      </span>
      <CountBadge count={unread} what="unread" />
    </Link>
  )
}
