import * as z from 'zod/mini'
import { releaseOrder, releaseReason, releaseReasons } from '#contract/orders/hand-over.ts'
import { mayAgreeToCash } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useSite } from '#client/ui/site.ts'
import { ReasonForm } from './reason-form.tsx'

const releaseForm = formOf(z.object({ reason: releaseReason }))
const { card_only: _, ...reasonsWithoutCards } = releaseReasons

/** Form for the seller to end an unpaid order. */
export function ReleaseBuyer({ order }: { order: Order }) {
  const { cards } = useSite()
  const form = useForm(releaseForm, (body) => call(releaseOrder, { params: { id: order.id }, body }))
  return (
    <ReasonForm
      form={form}
      field={form.field('reason')}
      reasons={cards.mode === 'off' ? reasonsWithoutCards : releaseReasons}
      verb={mayAgreeToCash(order) === 'yes' ? 'Decline' : 'Cancel this order'}
      pending="Cancelling…"
    >
      We’ll tell the buyer why. The book goes back on sale; if it isn’t available any more, we pause it instead.
    </ReasonForm>
  )
}
