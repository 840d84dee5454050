import { useState } from 'react'
import { Link } from 'react-router'
import { MAIL_PAUSE_SECONDS } from '#contract/accounts/sign-in.ts'
import { href } from '#contract/href.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useSite } from '#client/ui/site.ts'
import { identity } from '#client/session/identity/identity.ts'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = async () => (await import('#client/session/credentials.ts')).addressForm

/** Password-reset form. Its answer is the same whether or not the email has an account. */
export function AskForReset() {
  const { outbox, identity: provider } = useSite()
  const { authPath } = useReturnPath()
  const [sentTo, setSentTo] = useState('')
  const [pause, startPause] = useCountdown()
  const form = useForm(loadForm, async ({ email }) => {
    await identity.sendPasswordReset(email)
    setSentTo(email)
    startPause(MAIL_PAUSE_SECONDS)
  })
  return (
    <>
      <h1>Forgot your password?</h1>
      <Form
        form={form}
        submit={{
          label: pause > 0 ? `Resend in ${pause} s` : 'Send the link',
          pending: 'Sending…',
          mayNot: pause > 0,
        }}
        className="sheet p-5 sm:p-6"
      >
        <p>We’ll email you a link to choose a new one.</p>
        <Field
          label="Email"
          {...form.field('email')}
          type="email"
          autoComplete="username"
          required
          // Another email needs no countdown.
          onInput={() => startPause(0)}
        />
        <div aria-live="polite">
          {sentTo && (
            <p className="border-s-4 border-ok ps-4">
              If <strong className="wrap-anywhere">{sentTo}</strong> has an account, we’ve sent a link. Check your spam
              folder too. The link works once, within an hour.
              {outbox && provider.keptBy === '' && (
                <>
                  {' '}
                  Demo: it’s in the <Link to={href('/outbox')}>outbox</Link>.
                </>
              )}
            </p>
          )}
        </div>
      </Form>
      <p>
        <Link to={authPath('/login')} className="inline-flex min-h-11 items-center">
          Back to login
        </Link>
      </p>
    </>
  )
}
