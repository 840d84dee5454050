import { identity } from '#client/session/identity/identity.ts'
import { MailedLinkForm } from '#client/session/mailed-link-form.tsx'

/** Asks for a link to choose a new password. */
export function AskForReset() {
  return (
    <>
      <h1>Forgot your password?</h1>
      <MailedLinkForm
        submit="Send the link"
        lead="We’ll email you a link to choose a new one."
        lifetime="within an hour"
        send={(email) => identity.sendPasswordReset(email)}
      />
    </>
  )
}
