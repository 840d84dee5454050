import { Badge } from '#client/ui/facts/badge.tsx'
import { useSite } from '#client/ui/site.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { ChangeEmail } from './change-email.tsx'
import { Section } from './section.tsx'

/** Email section: the email, whether it is confirmed, the confirmation mail, and the form to change it. */
export function AddressSection(props: { address: string; verified: boolean; refused: boolean }) {
  const { address, verified, refused } = props
  const { identity } = useSite()
  return (
    <Section id="address" heading="Email">
      <p className="wrap-anywhere">{address}</p>
      <p>
        <Badge kind={verified ? 'ok' : 'warn'}>{verified ? 'Verified' : 'Not verified'}</Badge>
      </p>
      {refused && <p>Our emails to this address come back: its mail server doesn’t accept them.</p>}
      {verified && identity.isManaged ? (
        <ChangeEmail email={address} />
      ) : verified ? (
        <p className="text-sm text-ink-2">
          You can’t change your email here: {identity.keptBy} manages your sign-in. If your email has changed, please
          write to the club.
        </p>
      ) : (
        <>
          <p>
            {!refused && 'We emailed you a link. Open it to get the verified badge on your books. '}
            {!refused && identity.isManaged && 'After that you can change your email. '}
            Is there a mistake in it? Log out, and sign up with the right one.
          </p>
          <VerificationMail />
        </>
      )}
    </Section>
  )
}
