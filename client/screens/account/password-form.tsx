import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { passwordWords } from '#client/session/confirm/confirm-by-password.ts'
import { NewPasswordField, PasswordOwner } from '#client/session/new-password-form.tsx'
import { Form } from '#client/forms/form.tsx'
import { providerNames } from '#client/session/provider-names.ts'
import { useSite } from '#client/ui/site.ts'
import { identity } from '#client/session/identity/identity.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useForm } from '#client/forms/use-form.ts'
import { Section } from './section.tsx'

const loadForm = (demo: boolean) => async () =>
  (await import('#client/session/credentials.ts')).changePasswordForm(demo)

/** Password form; saving signs out every other device. */
export function PasswordForm({ address }: { address: string }) {
  const site = useSite()
  const form = useForm(loadForm(site.demo), async ({ currentPassword, password }, element) => {
    await identity.changePassword(currentPassword, password).catch((error: unknown) => {
      throw new Error(passwordWords(error), { cause: error })
    })
    element.reset()
    await refreshAccount()
  })
  return (
    <Section id="password" heading="Password">
      <p className="text-sm text-ink-2">
        A new password signs out all your other devices.{' '}
        {site.identity.signInWith.length > 0
          ? `Do you sign in with ${providerNames(site)}, or have you forgotten the current one?`
          : 'Forgotten the current one?'}{' '}
        <Link to={href('/reset-password')}>Email me a reset link</Link>.
      </p>
      <Form
        form={form}
        submit={{ label: 'Change password', pending: 'Changing…' }}
        done="Password changed. Your other devices are signed out."
      >
        <PasswordOwner email={address} />
        <PasswordField label="Current password" {...form.field('currentPassword')} autoComplete="current-password" />
        <NewPasswordField {...form.field('password')} />
      </Form>
    </Section>
  )
}
