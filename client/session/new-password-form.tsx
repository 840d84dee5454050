import { useNavigate } from 'react-router'
import { href } from '#contract/href.ts'
import { POPUP_MS } from '#contract/notices.ts'
import type { FieldProps } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { PasswordField } from '#client/forms/password-field.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { useSite } from '#client/ui/site.ts'
import { IdentityError } from './identity/identity-port.ts'
import { needsSecondStep, useSecondStep } from './second-step-needed.ts'

const loadForm = (demo: boolean) => async () => (await import('./credentials.ts')).newPasswordForm(demo)

/** New-password form of a mailed link: `choose` sets it and signs this browser in; then goes to the dashboard. */
export function NewPasswordForm({
  choose,
  done,
  onExpired,
  submit,
  className = '',
  children,
}: {
  choose: (password: string) => Promise<void>
  /** Title of the success popup. */
  done: string
  /** Called when the link is expired or used. */
  onExpired: (error: unknown) => void
  submit: { label: string; pending: string }
  className?: string
  children: React.ReactNode
}) {
  const navigate = useNavigate()
  const { demo } = useSite()
  const goToSecondStep = useSecondStep(href('/dashboard'))
  const form = useForm(
    loadForm(demo),
    async ({ password }) => {
      try {
        await choose(password)
      } catch (error) {
        if (!needsSecondStep(error)) throw error
        showPopup({ title: done, text: 'One more step signs you in.', kind: 'success', ms: POPUP_MS.signedIn })
        return goToSecondStep()
      }
      showPopup({ title: done, text: 'You are signed in.', kind: 'success', ms: POPUP_MS.signedIn })
      await navigate(href('/dashboard'), { replace: true })
    },
    {
      onFailure(error) {
        if (error instanceof IdentityError && error.code === 'auth/expired-action-code') onExpired(error)
      },
    },
  )
  return (
    <Form form={form} submit={submit} className={className}>
      {children}
      <NewPasswordField {...form.field('password')} />
    </Form>
  )
}

/** Field for a new password. */
export const NewPasswordField = (field: Omit<FieldProps, 'label'>) => (
  <PasswordField label="New password" {...field} autoComplete="new-password" />
)

/** Hidden username for password managers. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
