import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { sendTestMail, type SentTestMail } from '#contract/settings/mails.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useAccount } from '#client/session/use-account.ts'

/** Sends a test email to the admin, and shows what the mail server says; `onTaken` hears that the server took it. */
export function TestMail({ onTaken }: { onTaken?: () => void }) {
  const { email } = useAccount()
  const test = useMutation({
    mutationFn: () => call(sendTestMail, {}),
    onSuccess: ({ isTaken }) => isTaken && onTaken?.(),
  })
  return (
    <section aria-labelledby="test-mail-heading" className="sheet max-w-2xl p-5 sm:p-6">
      <h2 id="test-mail-heading" className="mb-2 text-xl">
        Test your emails
      </h2>
      <p className="mb-3">
        We’ll send one to <strong className="wrap-anywhere">{email}</strong> now and show you the mail server’s answer.
      </p>
      <button
        type="button"
        className="button"
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {test.isPending ? 'Asking the mail server…' : 'Send a test email'}
      </button>
      <div role="status">{test.data && !test.isPending && <Answer answer={test.data} />}</div>
      <FailureLine words={test.error?.message} className="mt-3" />
    </section>
  )
}

function Answer({ answer: { to, isTaken, said, advice } }: { answer: SentTestMail }) {
  if (said === null)
    return (
      <p className="mt-4">
        Written. This shop sends no emails: it’s in the <Link to={href('/outbox')}>outbox</Link>.
      </p>
    )
  return (
    <div className={`mt-4 border-s-4 ${isTaken ? 'border-ok' : 'border-warn'} bg-sunk px-4 py-3`}>
      <p className="font-semibold">
        {isTaken ? 'The mail server accepted the email' : 'The mail server didn’t accept the email'}
      </p>
      <p className="my-2">
        It says: <q className="font-mono text-sm wrap-anywhere">{said}</q>
      </p>
      <p>
        {isTaken ? (
          <>
            Check the inbox of <span className="wrap-anywhere">{to}</span>, and its spam folder too. If it isn’t there
            in a few minutes, the receiving side is holding it back: SPF, DKIM and DMARC help.
          </>
        ) : (
          advice
        )}
      </p>
    </div>
  )
}
