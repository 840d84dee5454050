import { useMemo, useRef } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { Field } from '#client/forms/field.tsx'
import { textsIn } from '#client/forms/form-controls.ts'
import { formOf } from '#client/forms/form-of.ts'
import { fillIn } from '#client/forms/fill-in.ts'
import { fieldsOf } from '#client/forms/typed-fields.ts'
import { useSite } from '#client/ui/site.ts'
import { simulatorCards, typedCard, type TypedCard } from './card-form-simulator.ts'
import { ChallengeDialog } from './challenge-dialog.tsx'
import { PayForm } from './pay-form.tsx'
import { TestCards } from './test-cards.tsx'
import { usePayment } from './use-payment.ts'

/** The provider's names of what it may blame. */
const details = {
  number: ['number'],
  expiry: ['exp_month', 'exp_year'],
  cvc: ['cvc'],
} as const satisfies Record<keyof TypedCard, readonly string[]>

/** The test form of a shop without a card provider. It says so, and it talks to our own simulator alone. */
export default function SimulatorCardForm({
  order,
  clientSecret,
  isOver,
}: {
  order: Order
  clientSecret: string | null
  isOver: boolean
}) {
  const { cards } = useSite()
  const provider = useMemo(() => simulatorCards(cards), [cards])
  const { phase, failure, pay, lookAtChallenge, leaveChallenge } = usePayment(order, clientSecret, provider)
  const fields = useRef<HTMLFieldSetElement>(null)
  const field = fieldsOf(formOf(typedCard), undefined, (name) =>
    details[name].some((detail) => detail === failure?.field) ? failure?.message : undefined,
  )

  // Not disabled: whoever pressed Enter in one of them would lose the focus.
  const locked = { readOnly: phase.at === 'confirming' }
  function use(number: string) {
    const form = fields.current?.form
    if (form) fillIn(form, { number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })
  }

  return (
    <>
      <PayForm
        price={order.book.resalePrice}
        phase={phase}
        failure={failure}
        isOver={isOver}
        onPay={(form) => pay(typedCard.parse(textsIn(form)))}
      >
        <p className="border border-dashed border-warn p-3 text-sm text-warn">
          <strong>Test form.</strong> No money moves. Please use a test card number, never your own card.
        </p>
        <fieldset ref={fields} className="grid grid-cols-2 gap-4">
          <legend className="sr-only">Card details</legend>
          <div className="col-span-2">
            <Field label="Card number" {...field('number')} {...locked} autoComplete="cc-number" />
          </div>
          <Field label="Expiry date" hint="MM / YY" {...field('expiry')} {...locked} autoComplete="cc-exp" />
          <Field label="Security code" hint="CVC, 3 or 4 digits" {...field('cvc')} {...locked} autoComplete="cc-csc" />
        </fieldset>
        <TestCards onUse={use} />
      </PayForm>
      {phase.at === 'challenge' && (
        <ChallengeDialog url={phase.url} onFrameLoad={lookAtChallenge} onLeave={leaveChallenge} />
      )}
    </>
  )
}
