import { MINIMUM_PASSWORD_LENGTH, POPUP_MS } from '#contract/constants.ts'
import { ErrorSummary } from '#client/parts/error-summary.tsx'
import { Field, RadioField } from '#client/parts/field.tsx'
import { showPopup } from '#client/parts/notice-store.ts'
import { PasswordField } from '#client/parts/password-field.tsx'
import { roleMeaning } from '#client/parts/role-words.ts'
import { signUpForm } from '#client/session/credentials.ts'
import { signUpFailure } from '#client/session/identity-words.ts'
import { signUpWithPassword } from '#client/session/session-actions.ts'
import { useForm, useHydrated } from '#client/session/use-form.ts'

const labels = { email: 'Email', password: 'Password', name: 'Name' }

/** Email, name, password, and what the person is here for; nobody has to know that yet. */
export function SignUpForm({ onDone }: { onDone: () => Promise<void> }) {
  const form = useForm(
    signUpForm,
    async (person) => {
      await signUpWithPassword(person)
      await onDone()
    },
    (error) => showPopup({ title: signUpFailure(error), kind: 'error', ms: POPUP_MS.productError }),
  )
  const ready = useHydrated()
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary invalid={form.named(labels)} failure={form.failure} />
      <Field label="Email" name="email" type="email" autoComplete="email" required problem={form.problemOf('email')} />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        hint="As others will see it; may stay empty."
        problem={form.problemOf('name')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters; 12 or more are better.`}
        problem={form.problemOf('password')}
      />
      <RadioField
        label="I am here as a"
        name="role"
        hint="You can choose later, and change it at any time."
        options={roles}
        problem={form.problemOf('role')}
      />
      <button type="submit" className="button" disabled={!ready || form.pending}>
        {form.pending && <span className="spinner" aria-hidden="true" />}
        {form.pending ? 'Signing up…' : 'Sign up'}
      </button>
    </form>
  )
}

const roles = [
  { value: 'buyer', label: 'Buyer', hint: roleMeaning.buyer },
  { value: 'seller', label: 'Seller', hint: roleMeaning.seller },
]
