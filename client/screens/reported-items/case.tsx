import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { decidedWords, getCase, reportReasons, type WholeCase } from '#contract/reports/reports.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { useCall } from '#client/session/use-call.ts'
import { NextTask } from '#client/tasks/next-task.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { caseTitle } from './case-title.ts'
import { DecideCase } from './decide-case.tsx'
import { PersonsHistory } from './persons-history.tsx'
import { ReportedMessages } from './reported-messages.tsx'

/** Moderation case: reports, reporters, the snapshot, and the decision. */
export default function ReportCaseScreen() {
  const { caseId = '' } = useParams()
  const found = useCall(getCase, { params: { id: caseId } }, { staleTime: 0 })
  if (found.data) return <CasePage found={found.data} />
  if (!found.isError) return <Skeletons count={2} className="h-40" label="Loading the case" />
  if (isRetryable(found.error)) return <Retry error={found.error} onRetry={() => void found.refetch()} />
  return (
    <EmptyState words="We can’t find that report.">
      <Link to={href('/dashboard/reported-items')} className="button">
        Go to Reported Items
      </Link>
    </EmptyState>
  )
}

function CasePage({ found }: { found: WholeCase }) {
  const { kind, targetId, about, of, description, list, decided, messages } = found
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasOpen] = useState(decided === null)
  const isDecidedHere = wasOpen && decided !== null
  useEffect(() => {
    // Focus management: the pressed button has unmounted with its form.
    if (isDecidedHere) heading.current?.focus()
  }, [isDecidedHere])
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="case-title" className="sheet grid gap-4 p-5 sm:p-6">
        <h2 id="case-title" ref={heading} tabIndex={-1} className="wrap-anywhere">
          <bdi>{caseTitle(found)}</bdi>
        </h2>
        <dl className="facts">
          <Fact name="About">
            {about.name === null ? (
              'A closed account'
            ) : (
              <Link
                to={href('/dashboard/people/:accountId', about.id)}
                className="link touchable inline-block py-1 wrap-anywhere"
              >
                {about.name}
              </Link>
            )}
          </Fact>
          <Fact name="Other reports">
            {about.name !== null && <PersonsHistory accountId={about.id} caseId={found.id} />}
          </Fact>
          <Fact name="Listing">
            {(kind === 'book' || kind === 'copy') && about.name !== null && (
              <ToListing bookId={targetId} sellerId={about.id} isTakenDown={decided?.decision === 'take_down'} />
            )}
          </Fact>
          <Fact name="Shown as a copy of">
            {of && (
              <Link to={bookPath({ id: of.id })} className="link touchable inline-block py-1 wrap-anywhere">
                {of.title}
              </Link>
            )}
          </Fact>
          <Fact name="Description at the time">
            {description && <span className="whitespace-pre-line wrap-anywhere">{description}</span>}
          </Fact>
        </dl>
        {decided ? <Decided decided={decided} /> : <DecideCase found={found} />}
        {isDecidedHere && <NextTask />}
      </section>
      {messages && <ReportedMessages messages={messages} name={about.name} />}
      <section aria-labelledby="case-reports">
        <h2 id="case-reports" className="mb-3">
          Reports
        </h2>
        <ul className="grid border-t border-rule">
          {list.map(({ reporter, reason, words, at }) => (
            <li key={reporter.id} className="grid gap-1 border-b border-rule py-3">
              <p className="font-semibold">{reportReasons[reason]}</p>
              <p dir="auto" className="max-w-measure whitespace-pre-line wrap-anywhere">
                {words}
              </p>
              <p className="text-sm text-ink-2">
                <bdi>{reporter.name ?? 'A closed account'}</bdi>, <LocalTime date={at} year />
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Link to the listing; a taken-down listing has no page, so it leads to the seller's listings. */
function ToListing(props: { bookId: string; sellerId: string; isTakenDown: boolean }) {
  const { bookId, sellerId, isTakenDown } = props
  return (
    <Link
      to={isTakenDown ? href('/dashboard/people/:accountId', sellerId) : bookPath({ id: bookId })}
      className="link touchable inline-block py-1"
    >
      {isTakenDown ? 'Taken down: see their listings' : 'As it is now'}
    </Link>
  )
}

function Decided({ decided }: { decided: NonNullable<WholeCase['decided']> }) {
  const { at, by, decision, note, answer } = decided
  return (
    <div className="grid gap-2 border-s-4 border-ok bg-sunk px-4 py-3">
      <p className="wrap-anywhere">
        <strong>{decidedWords[decision]}</strong>, decided by {by ?? 'a closed account'} on <LocalTime date={at} year />
        {note && <>: “{note}”</>}
      </p>
      {answer && <p className="wrap-anywhere">Their answer: “{answer}”</p>}
    </div>
  )
}
