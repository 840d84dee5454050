import { SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { identity } from '#client/session/identity/identity.ts'
import { MailedLinkForm } from '#client/session/mailed-link-form.tsx'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { useSite } from '#client/ui/site.ts'

/** Asks for a link that signs in. */
export function AskForLink() {
  const { origin } = useReturnPath()
  if (!useSite().identity.mailsSignInLinks) return <p>This club doesn’t send links to sign in.</p>
  return (
    <MailedLinkForm
      submit="Email me a link"
      lead="We’ll email you a link. It signs you in without a password, on any device."
      lifetime={`within ${SIGN_IN_LINK_MINUTES} minutes`}
      send={async (email) => (await identity.signInLinks())?.send(email, origin)}
    />
  )
}
