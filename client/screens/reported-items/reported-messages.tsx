import type { ReportedMessage } from '#contract/reports/reports.ts'
import { Badge } from '#client/ui/facts/badge.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** Snapshot of the reported messages. */
export function ReportedMessages({ messages, name }: { messages: readonly ReportedMessage[]; name: string | null }) {
  return (
    <section aria-labelledby="case-messages">
      <h2 id="case-messages" className="mb-1">
        The conversation at the time
      </h2>
      <p className="mb-3 max-w-measure text-sm text-ink-2">
        Private messages: only the reported one and the few around it. The audit log records that you read them.
      </p>
      <ol className="grid gap-3">
        {messages.map(({ isReported, isByAbout, text, at }) => (
          <li
            key={at.toISOString() + String(text)}
            className={`border bg-card px-3 py-2 ${isReported ? 'border-stamp' : 'border-rule'}`}
          >
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              <bdi>{isByAbout ? (name ?? 'A closed account') : 'The other side'}</bdi>
              <LocalTime date={at} year />
              {isReported && <Badge kind="stamp">Reported</Badge>}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {text ?? <i>Removed with its writer’s account.</i>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
