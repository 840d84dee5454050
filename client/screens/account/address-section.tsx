import { Badge } from '#client/ui/facts/badge.tsx'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { ChangeEmail } from './change-email.tsx'
import { Section } from './section.tsx'

/** Email section: the email, whether it is confirmed, the confirmation mail, and the form to change it. */
export function AddressSection(props: { address: string; verified: boolean; refused: boolean }) {
  const { address, verified, refused } = props
  return (
    <Section id="address" heading="Email">
      <p className="wrap-anywhere">{address}</p>
      <p>
        <Badge kind={verified ? 'ok' : 'warn'}>{verified ? 'Verified' : 'Not verified'}</Badge>
      </p>
      {refused && <p>Our emails to this address come back: its mail server doesn’t take them.</p>}
      {verified ? (
        <ChangeEmail email={address} />
      ) : (
        <>
          <p>
            {!refused &&
              'We emailed you a link. Open it to get the verified badge on your books; after that you can change your email. '}
            Is there a mistake in it? Log out, and sign up with the right one.
          </p>
          <VerificationMail />
        </>
      )}
    </Section>
  )
}
