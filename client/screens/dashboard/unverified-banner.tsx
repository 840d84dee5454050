import { Link, useLocation } from 'react-router'
import { clearMailRefusal, type MailRefusal } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { refreshAccount } from '#client/session/session-actions.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** Screens that say themselves that the email is unconfirmed. */
const SAY_IT_THEMSELVES = new Set([href('/dashboard/account'), href('/dashboard/messages/:conversationId', 'new')])

/** Banner on signed-in pages that the email is unconfirmed or rejects mail. The account page has its own texts. */
export function UnverifiedBanner() {
  const { email, emailVerified, mailRefusal } = useAccount()
  const { pathname } = useLocation()
  if (mailRefusal ? pathname === href('/dashboard/account') : emailVerified || SAY_IT_THEMSELVES.has(pathname))
    return null
  return (
    <section
      aria-label="Your email address"
      className={`not-printed border-s-4 border-warn bg-card ${
        mailRefusal ? 'mb-6 grid grid-cols-1 gap-2 px-4 py-3' : '-mt-2 mb-1.5 px-3 sm:mt-0 sm:mb-6 sm:px-4'
      }`}
    >
      {mailRefusal ? (
        <MailCameBack email={email} refusal={mailRefusal} />
      ) : (
        // One line on a phone, so that the heading stays at the top of the screen.
        <div className="flex flex-wrap items-center gap-x-4 max-sm:text-sm">
          <p className="min-w-0 flex-1 truncate">
            Please confirm your email. <span className="max-sm:hidden">We sent a link to</span> <strong>{email}</strong>
          </p>
          <VerificationMail isCompact />
        </div>
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
        look="button-quiet -ms-2.5 justify-self-start"
      />
    </>
  )
}
