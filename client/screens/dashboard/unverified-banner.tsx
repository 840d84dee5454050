import { Link, useLocation } from 'react-router'
import { href } from '#contract/href.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { useAccount } from '#client/session/use-account.ts'

/** Banner on signed-in pages that the email is unconfirmed or rejects mail. The account page has its own texts. */
export function UnverifiedBanner() {
  const { email, emailVerified, mailRefused } = useAccount()
  const { pathname } = useLocation()
  if ((emailVerified && !mailRefused) || pathname === href('/dashboard/account')) return null
  return (
    <section
      aria-label="Your email address"
      className="not-printed mb-6 grid grid-cols-1 gap-2 border-s-4 border-warn bg-card px-4 py-3"
    >
      {mailRefused ? (
        <p>
          Our emails to <strong className="wrap-anywhere">{email}</strong> come back: its mail server doesn’t take them.
          Please <Link to={`${href('/dashboard/account')}#address`}>check your email address</Link>.
        </p>
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
