import { useLocation } from 'react-router'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { useAccount } from '#client/session/use-account.ts'

/** Says on every page behind the sign-in that the address is not confirmed yet. The account page says so by itself. */
export function UnverifiedBanner() {
  const { email, emailVerified } = useAccount()
  const { pathname } = useLocation()
  if (emailVerified || pathname === '/dashboard/account') return null
  return (
    <section
      aria-label="Your email address"
      className="not-printed mb-6 grid grid-cols-1 gap-2 border-s-4 border-warn bg-card px-4 py-3"
    >
      <p>
        Please confirm your email. We sent a link to <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <VerificationMail />
    </section>
  )
}
