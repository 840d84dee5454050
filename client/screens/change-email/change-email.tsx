import { Link, useSearchParams } from 'react-router'
import { CHANGE_EMAIL_PAGE, confirmNewEmail, getEmailChange } from '#contract/accounts/change-email.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'

/**
 * Target of the link to a new email. A button confirms, because mail scanners open links, too. It requires a session of
 * the account, so that the owner of a mistyped email gets no access.
 */
export default function ChangeEmail() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return (
    <div className="grid max-w-xl grid-cols-1 gap-6">
      <h1>Change email</h1>
      <div className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
        {search.has('done') ? <Done /> : <Open token={token} />}
      </div>
    </div>
  )
}

function Done() {
  const { email } = useAccount()
  return (
    <>
      <p>
        <strong>Done.</strong> Your email is <span className="wrap-anywhere">{email}</span> now, and your other devices
        are signed out.
      </p>
      <BackToAccount />
    </>
  )
}

function Open({ token }: { token: string }) {
  const { email } = useAccount()
  const { identity } = useSite()
  const change = useCall(getEmailChange, {}, { staleTime: 0 })
  if (change.isError) return <Retry error={change.error} onRetry={() => void change.refetch()} />
  if (!change.data) return <Skeletons count={1} className="h-24" label="Reading your link" />
  const { waiting } = change.data
  if (waiting === null || token === '')
    return (
      <>
        <p>This link has expired, was used already, or is for another account. Links work for 24 hours.</p>
        <p>
          You’re signed in as <span className="wrap-anywhere">{email}</span>.
        </p>
        <BackToAccount />
      </>
    )
  return (
    <>
      <p>
        From <span className="wrap-anywhere">{email}</span> to <strong className="wrap-anywhere">{waiting}</strong>.
      </p>
      <p>
        You’ll sign in with the new email. {identity.listsSessions ? 'Your other devices are' : 'All your devices are'}{' '}
        signed out
        {!identity.listsSessions && ', this one too'}.
      </p>
      <ActionButton act={() => confirm(token)} look="button" label="Use the new email" />
      <BackToAccount />
    </>
  )
}

async function confirm(token: string) {
  await call(confirmNewEmail, { body: { token } })
  // Full page load: the session has another email now.
  location.replace(`${CHANGE_EMAIL_PAGE}?done`)
}

const BackToAccount = () => (
  <p className="text-sm">
    <Link to={href('/dashboard/account')} className="touchable inline-block py-1">
      Go to your account
    </Link>
  </p>
)
