import { useState } from 'react'
import { CLOSED_ACCOUNT, formatMoney } from '#contract/wording.ts'
import { markPaidOut, payoutForm, type OwedSeller } from '#contract/orders/payouts.ts'
import { call } from '#client/api/call.ts'
import { newKey } from '#client/api/new-key.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { SellersAccount } from './where-it-goes.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

const marking = formOf(payoutForm)

/** Dialog that records a payout with its transfer reference. */
export function MarkPaidOut({ owed, onClose }: { owed: OwedSeller; onClose: (isNoted: boolean) => void }) {
  const [key] = useState(newKey)
  const { id: sellerId, name, amount, isByProvider, way } = owed
  const isClosed = name === CLOSED_ACCOUNT
  const much = formatMoney(amount)
  const initial = way === 'hand' ? { reference: 'Paid by hand' } : {}
  const act = async ({ reference }: { reference: string }) => {
    await call(markPaidOut, { body: { sellerId, amount, reference, key } })
    onClose(true)
  }
  const form = useForm(marking, act, { initial })
  return (
    <Dialog title={`${much} to ${name}`} onClose={() => onClose(false)}>
      <p className="mb-4 max-w-measure">
        {way === 'hand'
          ? `They asked to be paid by hand. First give them ${much}.`
          : `First send ${much} from the club’s bank account.`}{' '}
        This only records the payment and takes it off what the club owes.{isClosed ? '' : ' The seller gets an email.'}{' '}
        You can’t undo it.
        {isByProvider && ' Otherwise it goes to their bank automatically: mark it only if you have sent it.'}
        {isClosed && ' The seller’s account is closed, so they get no email. We asked them to write to the club.'}
      </p>
      {way === 'bank' && <SellersAccount seller={owed} />}
      {way === null && !isByProvider && !isClosed && (
        <p className="mb-4 max-w-measure">They haven’t said where it should go yet. Please ask them.</p>
      )}
      <Form form={form} submit={{ label: 'Mark as transferred', pending: 'Saving…' }}>
        <Field
          label="Reference"
          {...form.field('reference')}
          hint={`As it’s shown on your bank statement.${isClosed ? '' : ' The seller gets it by email.'}`}
          autoComplete="off"
          data-first-focus
        />
      </Form>
    </Dialog>
  )
}
