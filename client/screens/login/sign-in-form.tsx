import { Link } from 'react-router'
import { POPUP_MS } from '#contract/constants.ts'
import { ErrorSummary } from '#client/parts/error-summary.tsx'
import { Field } from '#client/parts/field.tsx'
import { showPopup } from '#client/parts/notice-store.ts'
import { PasswordField } from '#client/parts/password-field.tsx'
import { signInForm } from '#client/session/credentials.ts'
import { codeOrWords } from '#client/session/identity-words.ts'
import { signInWithPassword } from '#client/session/session-actions.ts'
import { useForm, useHydrated } from '#client/session/use-form.ts'

const labels = { email: 'Email', password: 'Password' }

/** Email and password. What is wrong stands at the field and pops up, in the specification's words. */
export function SignInForm({ forgotten, onDone }: { forgotten: string; onDone: () => Promise<void> }) {
  const form = useForm(
    signInForm,
    async ({ email, password }) => {
      await signInWithPassword(email, password)
      await onDone()
    },
    (error) => showPopup({ title: codeOrWords(error), kind: 'error', ms: POPUP_MS.productError }),
  )
  const ready = useHydrated()
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={form.onSubmit}>
      <ErrorSummary invalid={form.named(labels)} failure={form.failure} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        problem={form.problemOf('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        problem={form.problemOf('password')}
      />
      <p>
        <Link to={forgotten}>Forgot password?</Link>
      </p>
      <button type="submit" className="button" disabled={!ready || form.pending}>
        {form.pending && <span className="spinner" aria-hidden="true" />}
        {form.pending ? 'Signing in…' : 'Login'}
      </button>
    </form>
  )
}
