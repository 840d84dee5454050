import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { Message } from '#contract/messages/messages.ts'
import { outgoing, type Outgoing } from '#client/messages/outgoing.ts'
import { useAccount } from '#client/session/use-account.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { useIsLate } from '#client/ui/use-later.ts'
import { useOnline } from '#client/ui/use-online.ts'

interface LogProps {
  /** Messages, oldest first. */
  messages: readonly Message[]
  sending: readonly Outgoing[]
  otherName: string
  /** Conversation id; undefined for a new conversation. */
  conversation?: string
  earlier?: { load: () => void; isLoading: boolean } | null
}

/** Message log with its own scrolling, at the newest message. */
export function MessageLog({ messages, sending, otherName, conversation, earlier = null }: LogProps) {
  const box = useRef<HTMLDivElement>(null)
  usePlaceInLog(box, messages[0]?.id, messages.length + sending.length)
  if (messages.length + sending.length === 0) return null
  return (
    <>
      <div
        ref={box}
        role="region"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={0}
        className="message-log border border-rule bg-card px-3 py-4 sm:px-4"
      >
        {earlier && (
          <p className="mb-4 text-center">
            <button
              type="button"
              className="button-outline"
              aria-disabled={earlier.isLoading}
              onClick={earlier.isLoading ? undefined : earlier.load}
            >
              {earlier.isLoading ? 'Loading…' : 'Earlier messages'}
            </button>
          </p>
        )}
        <ol className="grid grid-cols-1 gap-3">
          {messages.map((message) => (
            <Bubble
              key={message.id}
              isOwn={message.isOwn}
              name={otherName}
              foot={<Foot message={message} conversation={conversation} />}
            >
              {message.text ?? <i>This message was removed with its writer’s account.</i>}
            </Bubble>
          ))}
          {sending.map((one) => (
            <Bubble key={one.id} isOwn name={otherName} foot={<SendingState message={one} />}>
              {one.text}
            </Bubble>
          ))}
        </ol>
      </div>
      <Announcement messages={messages} otherName={otherName} />
    </>
  )
}

/** Time of a message; for the other side's messages also the report link. */
function Foot({
  message: { id, isOwn, text, at },
  conversation,
}: {
  message: Message
  conversation: string | undefined
}) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      <LocalTime date={at} />
      {!isOwn && text !== null && conversation !== undefined && (
        <Link
          to={`${href('/report/:kind/:id', 'message', id)}?conversation=${conversation}`}
          className="touchable inline-block py-1 text-ink-2"
        >
          Report<span className="sr-only"> this message</span>
        </Link>
      )}
    </span>
  )
}

interface BubbleProps {
  isOwn: boolean
  name: string
  foot: React.ReactNode
  children: React.ReactNode
}

function Bubble({ isOwn, name, foot, children }: BubbleProps) {
  return (
    <li
      className={`max-w-[min(85%,62ch)] border px-3 py-2 ${isOwn ? 'justify-self-end border-edge bg-sunk' : 'justify-self-start border-rule bg-paper'}`}
    >
      <span className="sr-only">{isOwn ? 'You' : name}: </span>
      {/* Plain text: addresses don't become links. */}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {children}
      </p>
      <div className="text-sm text-ink-2">{foot}</div>
    </li>
  )
}

/** State of a queued message: sending, or refused with a retry. */
function SendingState({ message: { id, refused } }: { message: Outgoing }) {
  const { id: accountId } = useAccount()
  const isOnline = useOnline()
  const isLate = useIsLate(LATE_MS)
  if (refused === undefined)
    return (
      <span role="status">
        {!isOnline
          ? 'Not sent yet. We’ll send it when you’re back online.'
          : isLate
            ? 'Not sent yet. We’ll keep trying.'
            : 'Sending…'}
      </span>
    )
  return (
    <div role="alert" className="grid gap-2">
      <span className="text-stamp">
        <span aria-hidden="true">! </span>Not sent. {refused}
      </span>
      <span className="flex flex-wrap gap-2">
        <button type="button" className="button-outline" onClick={() => void outgoing.retry(accountId, id)}>
          Try again
        </button>
        <button type="button" className="button-outline" onClick={() => void outgoing.remove(accountId, id)}>
          Discard
        </button>
      </span>
    </div>
  )
}

const LATE_MS = 4000

/** Live region that announces arriving messages. */
function Announcement({ messages, otherName }: { messages: readonly Message[]; otherName: string }) {
  const newest = messages.at(-1)?.number ?? 0
  const [since] = useState(newest)
  const arrived = messages.findLast(({ isOwn, number }) => !isOwn && number > since)
  return (
    <p role="status" className="sr-only">
      {arrived && `${otherName}: ${arrived.text}`}
    </p>
  )
}

/** Scroll position of the log: follows the newest message, and stays put when earlier messages load above. */
function usePlaceInLog(box: React.RefObject<HTMLDivElement | null>, first: string | undefined, count: number) {
  const last = useRef({ first, count: 0, height: 0 })
  useLayoutEffect(() => {
    const log = box.current
    if (!log || count === last.current.count) return
    const isEarlier = last.current.first !== first && last.current.height > 0
    if (isEarlier) log.scrollBy({ top: log.scrollHeight - last.current.height })
    else log.scrollTo({ top: log.scrollHeight })
    last.current = { first, count, height: log.scrollHeight }
  }, [box, first, count])
}
