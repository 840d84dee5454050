import { useState } from 'react'
import { Link } from 'react-router'
import { MAIL_PAUSE_SECONDS } from '#contract/accounts/sign-in.ts'
import { href } from '#contract/href.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { useSite } from '#client/ui/site.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useReturnPath } from './use-return-path.ts'

const loadForm = async () => (await import('./credentials.ts')).addressForm

/** Form that asks for an emailed link. Its answer is the same whether or not the email has an account. */
export function MailedLinkForm({
  submit,
  lead,
  lifetime,
  send,
}: {
  submit: string
  lead: string
  /** How long the link works, as the end of a sentence. */
  lifetime: string
  send: (email: string) => Promise<void>
}) {
  const { outbox, identity: provider } = useSite()
  const { authPath } = useReturnPath()
  const [sentTo, setSentTo] = useState('')
  const [pause, startPause] = useCountdown()
  const form = useForm(loadForm, async ({ email }) => {
    await send(email)
    setSentTo(email)
    startPause(MAIL_PAUSE_SECONDS)
  })
  return (
    <>
      <Form
        form={form}
        submit={{ label: pause > 0 ? `Resend in ${pause} s` : submit, pending: 'Sending…', mayNot: pause > 0 }}
        className="sheet p-5 sm:p-6"
      >
        <p>{lead}</p>
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
              folder too. The link works once, {lifetime}.
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
