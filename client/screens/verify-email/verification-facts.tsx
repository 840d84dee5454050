import { Fact } from '#client/ui/facts/fact.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import type { Verification } from '#client/session/identity/identity-port.ts'

/** What would be confirmed: whose email, who signed up with it, and when. */
export function VerificationFacts({ verification: { email, name, signedUpAt } }: { verification: Verification }) {
  return (
    <dl className="facts">
      <Fact name="Email">
        <span className="wrap-anywhere">{email}</span>
      </Fact>
      <Fact name="Name">{name ? <span className="wrap-anywhere">{name}</span> : 'No name given'}</Fact>
      <Fact name="Signed up">
        <TimeAgo date={signedUpAt} />
      </Fact>
    </dl>
  )
}
