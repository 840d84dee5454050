import { ActionButton } from '#client/forms/action-button.tsx'
import { signOutEverywhere } from '#client/session/sign-out-everywhere.ts'
import { providerNames } from '#client/session/provider-names.ts'
import { useSite } from '#client/ui/site.ts'
import { Section } from './section.tsx'

/** Sign-out on every device, for a lost phone or a shared computer. */
export function SignOutSection() {
  const site = useSite()
  const { identity } = site
  if (!identity.isManaged)
    return (
      <Section id="sign-out" heading="Sign out everywhere">
        <p>
          Lost your phone, or used someone else’s computer? Change your password: {identity.keptBy}, which manages your
          sign-in, then signs out your other devices within an hour.
          {identity.signInWith.length > 0 &&
            ` If you sign in with ${providerNames(site)} and have no password, please write to the club.`}
        </p>
      </Section>
    )
  return (
    <Section id="sign-out" heading="Sign out everywhere">
      <p id="sign-out-note">
        Lost your phone, or used someone else’s computer? Sign out on every device, including this one. You keep your
        books and orders.
        {!identity.listsSessions && ' We can’t tell your devices apart, so it’s all of them or none.'}
      </p>
      <ActionButton act={signOutEverywhere} label="Sign out everywhere" describedBy="sign-out-note" />
    </Section>
  )
}
