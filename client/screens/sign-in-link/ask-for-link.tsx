import { useState } from 'react'
import { Link } from 'react-router'
import { MAIL_PAUSE_SECONDS, SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { href } from '#contract/href.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { identity } from '#client/session/identity/identity.ts'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { useSite } from '#client/ui/site.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'

const loadForm = async () => (await import('#client/session/credentials.ts')).addressForm

/** Form that asks for a link. Its answer is the same whether or not the email has an account. */
export function AskForLink() {
  const { outbox, identity: provider } = useSite()
  const { origin, authPath } = useReturnPath()
  const [sentTo, setSentTo] = useState('')
  const [pause, startPause] = useCountdown()
  const form = useForm(loadForm, async ({ email }) => {
    await (await identity.signInLinks())?.send(email, origin)
    setSentTo(email)
    startPause(MAIL_PAUSE_SECONDS)
  })
  if (!provider.mailsSignInLinks) return <p>This club doesn’t send links to sign in.</p>
  return (
    <>
      <Form
        form={form}
        submit={{
          label: pause > 0 ? `Resend in ${pause} s` : 'Email me a link',
          pending: 'Sending…',
          mayNot: pause > 0,
        }}
        className="sheet p-5 sm:p-6"
      >
        <p>We’ll email you a link. It signs you in without a password, on any device.</p>
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
              folder too. The link works once, within {SIGN_IN_LINK_MINUTES} minutes.
              {outbox && (
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
