import { Link, useLocation } from 'react-router'
import { clearMailRefusal, type MailRefusal } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { refreshAccount } from '#client/session/session-actions.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** Banner on signed-in pages that the email is unconfirmed or rejects mail. The account page has its own texts. */
export function UnverifiedBanner() {
  const { email, emailVerified, mailRefusal } = useAccount()
  const { pathname } = useLocation()
  if ((emailVerified && !mailRefusal) || pathname === href('/dashboard/account')) return null
  return (
    <section
      aria-label="Your email address"
      className="not-printed mb-6 grid grid-cols-1 gap-2 border-s-4 border-warn bg-card px-4 py-3"
    >
      {mailRefusal ? (
        <MailCameBack email={email} refusal={mailRefusal} />
      ) : (
        <>
          <p>
            Please confirm your email. We sent a link to <strong className="wrap-anywhere">{email}</strong>.
          </p>
          <VerificationMail />
        </>
      )}
    </section>
  )
}

function MailCameBack({ email, refusal: { at, words } }: { email: string; refusal: MailRefusal }) {
  return (
    <>
      <p>
        Our last email to <strong className="wrap-anywhere">{email}</strong> came back, <LocalTime date={at} />.
        {words && (
          <>
            {' '}
            Its mail server says: <q className="wrap-anywhere">{words}</q>
          </>
        )}
      </p>
      <p>
        Please <Link to={`${href('/dashboard/account')}#address`}>check your email address</Link>.
      </p>
      <ActionButton
        act={async () => {
          await call(clearMailRefusal, {})
          await refreshAccount()
        }}
        label="It works now"
        look="button-quiet justify-self-start"
      />
    </>
  )
}
