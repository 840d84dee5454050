import { useMemo, useRef } from 'react'
import { Field } from '#client/forms/field.tsx'
import { textsIn } from '#client/forms/form-controls.ts'
import { formOf } from '#client/forms/form-of.ts'
import { fillIn } from '#client/forms/fill-in.ts'
import { fieldsOf } from '#client/forms/typed-fields.ts'
import { useSite } from '#client/ui/site.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { simulatorCards, typedCard, type TypedCard } from './card-form-simulator.ts'
import { PayForm } from './pay-form.tsx'
import { TestNumbers } from './test-numbers.tsx'
import type { Failure } from './use-outcome.ts'
import { usePayment, type OpenPayment } from './use-payment.ts'

/** Form fields by the provider's field names. */
const details = {
  number: ['number'],
  expiry: ['exp_month', 'exp_year'],
  cvc: ['cvc'],
} as const satisfies Record<keyof TypedCard, readonly string[]>

/** Test card form of a shop without a card provider. It says so, and talks to our simulator alone. */
export default function SimulatorCardForm(payment: OpenPayment) {
  const { order, isOver } = payment
  const { cards } = useSite()
  const provider = useMemo(() => simulatorCards(cards), [cards])
  const { phase, failure, pay, lookAtChallenge, leaveChallenge } = usePayment(payment, provider)
  return (
    <>
      <PayForm
        price={order.book.resalePrice}
        phase={phase}
        failure={failure}
        isOver={isOver}
        onPay={(form) => pay(typedCard.parse(textsIn(form)))}
      >
        <TestFormNote />
        <TestCardFields isLocked={phase.at === 'confirming'} failure={failure} />
      </PayForm>
      {phase.at === 'challenge' && (
        <ChallengeDialog url={phase.url} onFrameLoad={lookAtChallenge} onLeave={leaveChallenge} />
      )}
    </>
  )
}

export const TestFormNote = () => (
  <p className="border border-dashed border-warn p-3 text-sm text-warn">
    <strong>Test form.</strong> No money moves. Please use a test number, never your own card or account.
  </p>
)

/** Fields of a test card, and the numbers to try. `isLocked`: while it is confirmed. */
export function TestCardFields({ isLocked, failure }: { isLocked: boolean; failure: Failure | null }) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const field = fieldsOf(formOf(typedCard), undefined, (name) =>
    details[name].some((detail) => detail === failure?.field) ? failure?.message : undefined,
  )
  // Read-only instead of disabled: a disabled field would lose the focus.
  const locked = { readOnly: isLocked }
  function use(number: string) {
    const form = fields.current?.form
    if (form) fillIn(form, { number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' })
  }
  return (
    <>
      <fieldset ref={fields} className="grid grid-cols-2 gap-4">
        <legend className="sr-only">Card details</legend>
        <div className="col-span-2">
          <Field label="Card number" {...field('number')} {...locked} autoComplete="cc-number" />
        </div>
        <Field label="Expiry date" hint="MM / YY" {...field('expiry')} {...locked} autoComplete="cc-exp" />
        <Field label="Security code" hint="CVC, 3 or 4 digits" {...field('cvc')} {...locked} autoComplete="cc-csc" />
      </fieldset>
      <TestNumbers
        title="Test card numbers"
        hint="Use any future date and any three digits with them."
        numbers={testCards}
        what="card"
        onUse={use}
      />
    </>
  )
}

/** 3-D Secure page of the bank in a frame. It can't call us, so each page load triggers a status check. */
export function ChallengeDialog({
  url,
  onFrameLoad,
  onLeave,
}: {
  url: string
  onFrameLoad: () => void
  onLeave: () => void
}) {
  return (
    <Dialog title="Your bank asks you to confirm" onClose={onLeave}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page is our own, and its policy allows no script */}
      <iframe
        title="Your bank’s check"
        src={url}
        onLoad={onFrameLoad}
        className="h-130 max-h-[70dvh] w-full border border-rule"
      />
    </Dialog>
  )
}

/** Test card numbers of the simulator, with their results. */
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0025 0000 3155', 'pays after a check by the bank'],
  ['4000 0084 0000 1629', 'is declined after a check by the bank'],
  ['4000 0000 0000 5126', 'pays, and its refunds fail after a moment'],
  ['4000 0000 0000 0259', 'pays, and the bank takes the money back'],
] as const
