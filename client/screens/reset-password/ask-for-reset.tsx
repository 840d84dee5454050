import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorSummary } from '#client/parts/error-summary.tsx'
import { Field } from '#client/parts/field.tsx'
import { useSite } from '#client/parts/site.ts'
import { addressForm } from '#client/session/credentials.ts'
import { identity } from '#client/session/identity/identity.ts'
import { useArrival } from '#client/session/use-arrival.ts'
import { useForm, useHydrated } from '#client/session/use-form.ts'

const labels = { email: 'Email' }

/** Asks for a mail with a link. The answer is the same whether or not somebody has the address. */
export function AskForReset() {
  const { demo } = useSite()
  const { entrance } = useArrival()
  const [sentTo, setSentTo] = useState('')
  const form = useForm(addressForm, async ({ email }) => {
    await identity.sendPasswordReset(email)
    setSentTo(email)
  })
  const ready = useHydrated()
  return (
    <>
      <h1>Forgot your password?</h1>
      <form method="post" noValidate className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6" onSubmit={form.onSubmit}>
        <p>We send you a mail with a link to choose a new one.</p>
        <ErrorSummary invalid={form.named(labels)} failure={form.failure} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={form.problemOf('email')}
        />
        <button type="submit" className="button" disabled={!ready || form.pending}>
          {form.pending && <span className="spinner" aria-hidden="true" />}
          {form.pending ? 'Asking…' : 'Send the link'}
        </button>
        <div aria-live="polite">
          {sentTo && (
            <p className="border-s-4 border-ok ps-4">
              If somebody here has the address <strong className="wrap-anywhere">{sentTo}</strong>, a mail is on its
              way. The link works once, for one hour.
              {demo && (
                <>
                  {' '}
                  Demo: it waits in the <Link to="/outbox">outbox</Link>.
                </>
              )}
            </p>
          )}
        </div>
      </form>
      <p>
        <Link to={entrance('/login')}>Back to login</Link>
      </p>
    </>
  )
}
