import { Link } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { Field } from '#client/forms/field.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { Form } from '#client/forms/form.tsx'
import { codeOrWords } from '#client/session/sign-in-failure.ts'
import { signInWithPassword } from '#client/session/session-actions.ts'
import { needsSecondStep, useSecondStep } from '#client/session/second-step-needed.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = async () => (await import('#client/session/credentials.ts')).signInForm

/** Sign-in form. Errors show at the field and in a popup, in the specification's words. */
export function SignInForm({
  forgotten,
  returnTo,
  onDone,
}: {
  forgotten: string
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
    { onFailure: (error) => showPopup({ title: codeOrWords(error), kind: 'error', ms: POPUP_MS.productError }) },
  )
  return (
    <Form form={form} submit={{ label: 'Login', pending: 'Signing in…' }}>
      <Field label="Email" {...form.field('email')} type="email" autoComplete="username webauthn" required />
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      <p className="-my-2">
        <Link to={forgotten} className="inline-flex min-h-11 items-center">
          Forgot password?
        </Link>
      </p>
    </Form>
  )
}
