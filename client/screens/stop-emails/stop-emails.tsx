import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  groupOfLink,
  MAIL_CHOICES_PAGE,
  mailGroups,
  stopMails,
  type MailGroup,
} from '#contract/accounts/mail-choices.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { titled } from '#client/ui/site.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

export const meta = titled('Fewer emails')

/** Unsubscribe page of a mailed link, signed in or not. A button confirms, because mail scanners open links, too. */
export default function StopEmails() {
  const { token = '' } = useParams()
  const group = groupOfLink(token)
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Fewer emails</h1>
      <div className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
        {group ? (
          <Stop token={token} group={group} />
        ) : (
          <p>This link doesn’t work. Please copy all of it from the email.</p>
        )}
        <p className="text-sm text-ink-2">
          You can turn emails on and off any time, on <Link to={MAIL_CHOICES_PAGE}>your account</Link>.
        </p>
      </div>
    </div>
  )
}

function Stop({ token, group }: { token: string; group: MailGroup }) {
  const ready = useHydrated()
  const [stage, setStage] = useState<'asking' | 'sending' | 'done'>('asking')
  const [problem, setProblem] = useState('')
  const news = useRef<HTMLOutputElement>(null)

  async function stop() {
    setStage('sending')
    setProblem('')
    try {
      await call(stopMails, { body: { token } })
      // Focus management: the pressed button unmounts.
      news.current?.focus()
      setStage('done')
    } catch (error) {
      setProblem(errorMessage(error))
      setStage('asking')
    }
  }
  const { label, meaning, ofThese } = mailGroups[group]
  return (
    <>
      {stage !== 'done' && (
        <>
          <p>
            <strong>{label}.</strong> {meaning}
          </p>
          <p>You’ll still get emails about money and the safety of your account.</p>
          <NeedsScripts what="This button" />
          <button
            type="button"
            className="button justify-self-start"
            disabled={!ready}
            aria-disabled={stage === 'sending'}
            onClick={() => stage === 'asking' && void stop()}
          >
            {stage === 'sending' && <span className="spinner" aria-hidden="true" />}
            Turn these emails off
          </button>
        </>
      )}
      <output ref={news} tabIndex={-1} className="outline-none">
        {stage === 'done' && <strong>Done. You won’t get emails about {ofThese} any more.</strong>}
      </output>
      <FailureLine words={problem} />
    </>
  )
}
