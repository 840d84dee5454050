import { useState } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { listOutbox, type OutboxMail } from '#contract/outbox.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { MailFrame } from '#client/ui/mail-frame.tsx'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { notFound } from '#client/ui/not-found.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { titled, useSite } from '#client/ui/site.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { siteIn } from '#client/api/screen-services.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { mayRetry, retryDelay } from '#client/api/retrying.ts'
import { mailPieces } from '#contract/mail-links.ts'

export const meta = titled('Outbox')

/** 404 where mail is really sent, or where other people would see the outbox. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!siteIn(context).outbox) notFound()
  return null
}

// Query client of its own: these mails belong to no account and stay after sign-out.
const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, retryDelay, networkMode: 'always', refetchOnMount: 'always' } },
})

/** Outbox of the demo, whose mails are sent nowhere. */
export default function Outbox() {
  return (
    <QueryClientProvider client={queryClient}>
      <Mails />
    </QueryClientProvider>
  )
}

function Mails() {
  const mails = useCall(listOutbox, {})
  const away = mails.error instanceof ProblemError && mails.error.code === 'not_found'
  return (
    <div className="grid w-full grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>Outbox</h1>
        {!away && (
          <button
            type="button"
            className="button-outline"
            aria-disabled={mails.isFetching}
            onClick={() => !mails.isFetching && void mails.refetch()}
          >
            Refresh
          </button>
        )}
      </div>
      {away ? <NotHere /> : <p className="text-ink-2">The demo’s emails end up here. Nobody else gets them.</p>}
      <NeedsScripts what="The outbox" />
      <div className="noscript:hidden empty:hidden">
        {mails.isPending && <Skeletons count={3} className="h-40" label="Loading emails" />}
      </div>
      {mails.error && !away && <Retry error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.data?.length === 0 && <EmptyState words="No emails yet." />}
      {mails.data && mails.data.length > 0 && (
        <ol aria-label="Emails, newest first" className="grid grid-cols-1 gap-4">
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <Letter mail={mail} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function NotHere() {
  return (
    <section className="sheet grid grid-cols-1 gap-3 p-5 sm:p-6">
      <p>Only the computer that runs the demo can read its emails. Please open this page there.</p>
      <p>
        <Link to="/">Go to the homepage</Link>
      </p>
    </section>
  )
}

function Letter({ mail }: { mail: OutboxMail }) {
  const { publicUrl } = useSite()
  const origins = [window.location.origin, new URL(publicUrl).origin]
  const { name, address } = mail.to
  return (
    <article className="sheet p-5">
      <h2 className="text-lg">{mail.subject}</h2>
      <p className="mb-3 text-sm text-ink-2">
        To {name && `${name}, `}
        <span className="wrap-anywhere">{address}</span> · <TimeAgo date={mail.sentAt} />
      </p>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <p className="wrap-anywhere whitespace-pre-wrap">
          {mailPieces(mail.text, origins).map(({ at, text, path }) =>
            path === null ? (
              text
            ) : (
              <Link key={at} to={path}>
                {text}
              </Link>
            ),
          )}
        </p>
        {mail.page && <AsHtml subject={mail.subject} page={mail.page} />}
      </div>
    </article>
  )
}

/** An email's HTML, lazy: a closed one is not loaded. */
function AsHtml({ subject, page }: { subject: string; page: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touchable py-2.5 text-sm text-link underline">
        As HTML<span className="sr-only">: {subject}</span>
      </summary>
      {isOpen && <MailFrame title={`As HTML: ${subject}`} page={page} width={600} />}
    </details>
  )
}
