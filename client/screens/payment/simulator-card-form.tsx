import { useMemo, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { Field } from '#client/forms/field.tsx'
import { textsIn } from '#client/forms/form-texts.ts'
import { useSite } from '#client/ui/site.ts'
import { simulatorCards } from './card-form-simulator.ts'
import { ChallengeDialog } from './challenge-dialog.tsx'
import { PayForm } from './pay-form.tsx'
import { TestCards } from './test-cards.tsx'
import { usePayment } from './use-payment.ts'

const digits = { inputMode: 'numeric' } as const

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
  const problemOf = (field: string) => (failure?.field === field ? failure.message : undefined)

  function use(number: string) {
    const card: Record<string, string> = { number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' }
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value = card[input.name] ?? ''
  }

  return (
    <>
      <PayForm
        price={order.book.resalePrice}
        phase={phase}
        failure={failure}
        isOver={isOver}
        onPay={(form) => pay(textsIn(form, ['number', 'expiry', 'cvc']))}
      >
        <p className="border border-dashed border-warn p-3 text-sm text-warn">
          <strong>Test form.</strong> No money moves. Please use a test card number, never your own card.
        </p>
        <fieldset ref={fields} disabled={phase.at === 'confirming'} className="grid grid-cols-2 gap-4">
          <legend className="sr-only">Card details</legend>
          <div className="col-span-2">
            <Field
              label="Card number"
              name="number"
              {...digits}
              autoComplete="cc-number"
              problem={problemOf('number')}
            />
          </div>
          <Field
            label="Expiry date"
            hint="MM / YY"
            name="expiry"
            {...digits}
            autoComplete="cc-exp"
            problem={problemOf('exp_month') ?? problemOf('exp_year')}
          />
          <Field
            label="Security code"
            hint="CVC, 3 or 4 digits"
            name="cvc"
            {...digits}
            autoComplete="cc-csc"
            problem={problemOf('cvc')}
          />
        </fieldset>
        <TestCards onUse={use} />
      </PayForm>
      {phase.at === 'challenge' && (
        <ChallengeDialog url={phase.url} onFrameLoad={lookAtChallenge} onLeave={leaveChallenge} />
      )}
    </>
  )
}
