import { Link } from 'react-router'
import { Field } from '#client/forms/field.tsx'
import { PasswordField } from '#client/forms/password-field.tsx'
import { Form } from '#client/forms/form.tsx'
import { showSignInFailure } from '#client/session/sign-in-failure.ts'
import { signInWithPassword } from '#client/session/session-actions.ts'
import { needsSecondStep, useSecondStep } from '#client/session/second-step-needed.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = async () => (await import('#client/session/credentials.ts')).signInForm

/** Sign-in form. Errors show at the field and in a popup, in the specification's words. */
export function SignInForm({
  forgotten,
  byLink,
  returnTo,
  onDone,
}: {
  forgotten: string
  /** Where a link to sign in is asked for; null where none can be mailed. */
  byLink: string | null
  returnTo: string
  onDone: () => Promise<void>
}) {
  const goToSecondStep = useSecondStep(returnTo)
  const form = useForm(
    loadForm,
    async ({ email, password }) => {
      try {
        await signInWithPassword(email, password)
      } catch (error) {
        if (!needsSecondStep(error)) throw error
        return goToSecondStep()
      }
      await onDone()
    },
    { onFailure: showSignInFailure },
  )
  return (
    <Form form={form} submit={{ label: 'Login', pending: 'Signing in…' }}>
      <Field label="Email" {...form.field('email')} type="email" autoComplete="username webauthn" required />
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      <p className="-my-2 flex flex-wrap gap-x-6">
        <Link to={forgotten} className="inline-flex min-h-11 items-center">
          Forgot password?
        </Link>
        {byLink && (
          <Link to={byLink} className="inline-flex min-h-11 items-center">
            Email me a sign-in link
          </Link>
        )}
      </p>
    </Form>
  )
}
