import { href } from '#contract/href.ts'
import type { Verification } from '#client/session/identity/identity-port.ts'
import { loginAddress } from '#client/session/origin.ts'
import { ConfirmAnew } from './confirm-anew.tsx'
import { ConfirmHere } from './confirm-here.tsx'
import { VerificationFacts } from './verification-facts.tsx'

/** What a link that works would confirm, and the button that does. */
export default function OpenVerification({
  token,
  verification,
  onDone,
  onFailure,
}: {
  token: string
  verification: Verification
  onDone: () => void
  onFailure: (error: unknown) => void
}) {
  return (
    <>
      <VerificationFacts verification={verification} />
      {verification.isOwn ? (
        <ConfirmHere token={token} onDone={onDone} onFailure={onFailure} />
      ) : (
        <ConfirmAnew
          token={token}
          email={verification.email}
          login={loginAddress(`${href('/verify-email')}?token=${encodeURIComponent(token)}`)}
          onFailure={onFailure}
        />
      )}
      <p className="text-sm text-ink-2">Not you? Close this page, and nothing happens.</p>
    </>
  )
}
