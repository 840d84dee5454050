import { bankDetailsForm, saveMyBankDetails, type BankDetailsForm } from '#contract/orders/bank-details.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { confirmByPassword } from '#client/session/confirm/confirm-by-password.ts'
import { ConfirmFederated } from '#client/session/confirm/confirm-federated.tsx'
import { PasswordOwner } from '#client/session/new-password-form.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/notice-store.ts'

const details = formOf(bankDetailsForm)

/** Dialog in which a seller enters their bank account, confirmed by their password or another sign-in. */
export function EnterBankDetails({ onClose }: { onClose: () => void }) {
  const { email, name } = useAccount()
  async function save(body: BankDetailsForm) {
    await call(saveMyBankDetails, { body })
    toast('Your bank details are saved', 'success')
    onClose()
  }
  const saveByPassword = async (typed: BankDetailsForm) => {
    // Without one the shop says what is missing, at the field.
    const confirmed = typed.password === '' ? {} : await confirmByPassword(typed.password)
    await save({ ...typed, password: confirmed.password ?? '', proof: confirmed.proof ?? '' })
  }
  const form = useForm(details, saveByPassword, { initial: { holder: name }, isLive: true })
  const typed = bankDetailsForm.safeParse({ ...form.texts, password: '' })
  return (
    <Dialog title="Your bank details" onClose={onClose}>
      <p className="mb-4 max-w-measure">
        The club transfers to this account what it owes you. We keep it encrypted, and email you whenever it changes.
      </p>
      <Form form={form} submit={{ label: 'Save', pending: 'Saving…' }}>
        <Field label="Account holder" {...form.field('holder')} autoComplete="name" />
        <Field
          label="IBAN or account number"
          {...form.field('account')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-first-focus
        />
        <Field
          label="Bank (optional)"
          {...form.field('bank')}
          hint="The BIC, routing number or sort code, if a transfer to you needs one."
          autoComplete="off"
        />
        <PasswordOwner email={email} />
        <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      </Form>
      {typed.success && (
        <ConfirmFederated
          returnTo={href('/dashboard/statement')}
          // Errors go to a toast, because signing in remounts the page.
          onProof={(proof) =>
            save({ ...typed.data, proof }).catch((error: unknown) => toast(errorMessage(error), 'error'))
          }
        />
      )}
    </Dialog>
  )
}
