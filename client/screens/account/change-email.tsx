import type * as z from 'zod/mini'
import {
  askForNewEmail,
  cancelEmailChange,
  EMAIL_CHANGE_HOURS,
  getEmailChange,
  newEmail,
} from '#contract/accounts/change-email.ts'
import type { Confirmation } from '#contract/accounts/admins.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Field } from '#client/forms/field.tsx'
import { PasswordField } from '#client/forms/password-field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { confirmByPassword } from '#client/session/confirm/confirm-by-password.ts'
import { ConfirmFederated } from '#client/session/confirm/confirm-federated.tsx'
import { PasswordOwner } from '#client/session/new-password-form.tsx'
import { useCall } from '#client/session/use-call.ts'
import { useSite } from '#client/ui/site.ts'
import { toast } from '#client/ui/notice-store.ts'
import { Retry } from '#client/ui/retry.tsx'

/** Form to change the account's email, which takes effect once its mailed link was used. */
export function ChangeEmail({ email }: { email: string }) {
  const change = useCall(getEmailChange, {})
  if (change.isError) return <Retry error={change.error} onRetry={() => void change.refetch()} />
  const waiting = change.data?.waiting ?? null
  return (
    <div className="grid grid-cols-1 gap-3">
      <div aria-live="polite">{waiting !== null && <Waiting email={waiting} />}</div>
      <details>
        <summary className="touchable w-fit py-1 text-link underline">Change email</summary>
        <NewEmailForm email={email} />
      </details>
    </div>
  )
}

function Waiting({ email }: { email: string }) {
  return (
    <div className="grid grid-cols-1 gap-2 border-s-3 border-ink ps-3">
      <p>
        We’ve emailed a link to <strong className="wrap-anywhere">{email}</strong>. Open it within {EMAIL_CHANGE_HOURS}{' '}
        hours in a browser where you’re signed in. Nothing changes until then.
      </p>
      <ActionButton act={() => call(cancelEmailChange, {})} label="Keep the current email" />
    </div>
  )
}

const form = formOf(newEmail)

function NewEmailForm({ email }: { email: string }) {
  const { identity } = useSite()
  async function ask(typed: z.output<typeof newEmail>) {
    await call(askForNewEmail, { body: typed })
  }
  const askByPassword = async ({ email, password }: z.output<typeof newEmail>) => {
    // Without one the shop says what is missing, at the field.
    const confirmed: Confirmation = password === '' ? {} : await confirmByPassword(password)
    await ask({ email, password: confirmed.password ?? '', proof: confirmed.proof ?? '' })
  }
  const asking = useForm(form, askByPassword, { isLive: true })
  const wanted = newEmail.shape.email.safeParse(asking.texts.email)
  return (
    <>
      <Form form={asking} submit={{ label: 'Email me a link', pending: 'Sending…' }} done="Sent." className="mt-3">
        <Field
          label="New email"
          {...asking.field('email')}
          type="email"
          autoComplete="email"
          hint={`We’ll email a link there, and let your current email know. ${identity.listsSessions ? 'Your other devices are' : 'All your devices are'} signed out once you’ve used the link.`}
        />
        <PasswordOwner email={email} />
        <PasswordField label="Password" {...asking.field('password')} autoComplete="current-password" />
      </Form>
      {wanted.success && (
        <ConfirmFederated
          returnTo={href('/dashboard/account')}
          // Errors go to a toast, because signing in remounts the page.
          onProof={(proof) =>
            ask({ email: wanted.data, password: '', proof }).catch((error: unknown) =>
              toast(errorMessage(error), 'error'),
            )
          }
        />
      )}
    </>
  )
}
