import { useState } from 'react'
import { Link } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { AlreadySignedIn } from '#client/session/already-signed-in.tsx'
import { FederatedSignIns } from '#client/session/federated-sign-in.tsx'
import { Or } from '#client/session/or.tsx'
import { providerNames } from '#client/session/provider-names.ts'
import { titled, useSite } from '#client/ui/site.ts'
import { roleByOrigin } from '#client/session/origin.ts'
import { useSession } from '#client/session/session.ts'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { SignUpForm } from './sign-up-form.tsx'

export const meta = titled('Register')

export default function Register() {
  const session = useSession()
  const { origin, returnToOrigin, authPath } = useReturnPath()
  const site = useSite()
  const [leaving, setLeaving] = useState(false)
  const onDone = () => {
    setLeaving(true)
    return returnToOrigin(`Welcome to ${site.name}`, POPUP_MS.signedUp)
  }
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Register</h1>
      {session.state === 'signed-in' && !leaving ? (
        <AlreadySignedIn account={session.account} origin={origin} />
      ) : (
        <>
          <p className="-mt-3">
            Have an account? <Link to={authPath('/login')}>Login</Link>
          </p>
          <section className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6">
            <SignUpForm
              key={origin}
              role={roleByOrigin(origin)}
              origin={origin}
              wayIn={{ login: authPath('/login'), reset: authPath('/reset-password') }}
              onDone={onDone}
            />
            {site.identity.signInWith.length > 0 && (
              <>
                <Or />
                <FederatedSignIns label={(provider) => `Sign up with ${provider}`} returnTo={origin} onDone={onDone} />
                <p className="text-sm text-ink-2">
                  Signing up with {providerNames(site)} gives you a buyer’s account. You can switch later.
                </p>
              </>
            )}
          </section>
        </>
      )}
    </div>
  )
}
