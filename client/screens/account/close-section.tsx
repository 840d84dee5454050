import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CLOSED_CONTACTS_DAYS } from '#contract/orders/contacts-open.ts'
import { closing, closeOwnAccount } from '#contract/accounts/close-own-account.ts'
import { deletedByHand } from '#contract/images/deleted-by-hand.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { signOut } from '#client/session/start-session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { useSite } from '#client/ui/site.ts'
import { Section } from './section.tsx'

/** Close-account section: what is deleted, what stays and why, before anything happens. */
export function CloseSection({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { isManaged } = useSite().identity
  return (
    <Section id="close" heading="Close account">
      <p>You can leave any time{isManaged && ', and come back with the same email'}.</p>
      <button type="button" className="button-outline justify-self-start" onClick={() => setIsOpen(true)}>
        Close my account
      </button>
      {isOpen && (
        <Dialog title="Close your account?" onClose={() => setIsOpen(false)}>
          <ClosingForm email={email} />
        </Dialog>
      )}
    </Section>
  )
}

const form = formOf(closing)

function ClosingForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const { identity, pictures } = useSite()
  const byHand = deletedByHand(pictures)
  const { field, ...state } = useForm(form, async (typed) => {
    await call(closeOwnAccount, { body: typed })
    await navigate('/', { replace: true })
    await signOut()
    showPopup({ kind: 'success', title: 'Your account is closed', ms: POPUP_MS.accountDeleted })
  })
  return (
    <Form form={state} submit={{ label: 'Close my account for good', pending: 'Closing…' }}>
      <p>You can’t undo this.</p>
      <ul className="list-disc ps-6">
        <li>You’re signed out everywhere. Your name, email, photo and messages are deleted.</li>
        {byHand && <li>{byHand}</li>}
        <li>Unsold books are removed. Unpaid orders are cancelled, and nobody is charged.</li>
        <li>
          Paid orders stay: the other person keeps the contact details you both agreed on for {CLOSED_CONTACTS_DAYS}{' '}
          days, so that nobody loses a book or money. Payments are kept without your name, because the club has to
          account for them.
        </li>
        {identity.staysAt && (
          <li>
            Your sign-in stays with {identity.staysAt}, but it no longer opens anything here. To have it removed there
            {!identity.isManaged && ', or to come back with the same email'}, write to the club.
          </li>
        )}
        <li>If you’re still owed money for a book you sold, write to the club first.</li>
      </ul>
      <Field
        label={`Type ${email} to confirm`}
        {...field('email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  )
}
