import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listConversations } from '#contract/messages/messages.ts'
import { useCall } from '#client/session/use-call.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { useMediaQuery } from '#client/ui/use-media-query.ts'
import { ConversationList } from './conversation-list.tsx'

/** Width from which a conversation has the list of all beside it. */
const BOTH_PANES = '(width >= 64rem)'

/** Whether the window has room for both panes; false during hydration. */
export const useBothPanes = (): boolean => useMediaQuery(BOTH_PANES)

interface MessagePanesProps {
  /** Id of the open conversation; undefined for one that has yet to begin. */
  open?: string | undefined
  children: React.ReactNode
}

/** The open conversation, on a wide window with the newest others at its left. */
export function MessagePanes({ open, children }: MessagePanesProps) {
  return (
    <div className="message-panes">
      {useBothPanes() && <Others open={open} />}
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Others({ open }: { open: string | undefined }) {
  const { data } = useCall(listConversations, {}, { staleTime: 0 })
  return (
    <nav aria-label="Conversations" className="message-others not-printed">
      {data ? (
        <ConversationList conversations={data} open={open} />
      ) : (
        <Skeletons count={6} className="h-20" label="Loading your messages" />
      )}
      <p>
        <Link to={href('/dashboard/messages')} className="inline-flex min-h-11 items-center px-3 text-sm">
          All messages
        </Link>
      </p>
    </nav>
  )
}
