import { ActionButton } from '#client/forms/action-button.tsx'
import { signOutEverywhere } from '#client/session/sign-out-everywhere.ts'
import { Section } from './section.tsx'

/** Sign-out on every device, for a lost phone or a shared computer. */
export function SignOutSection() {
  return (
    <Section id="sign-out" heading="Sign out everywhere">
      <p id="sign-out-note">
        Lost your phone, or used someone else’s computer? Sign out on every device, including this one. You keep your
        books and orders.
      </p>
      <ActionButton act={signOutEverywhere} label="Sign out everywhere" describedBy="sign-out-note" />
    </Section>
  )
}
