import { useEffect, useMemo, useRef, useState } from 'react'
import { Field } from '#client/forms/field.tsx'
import { fillIn } from '#client/forms/fill-in.ts'
import { textsIn } from '#client/forms/form-controls.ts'
import { RadioField } from '#client/forms/radio-field.tsx'
import { useSite } from '#client/ui/site.ts'
import { simulatorCards, typedCard, type OtherMethod, type Simulator, type TypedCard } from './card-form-simulator.ts'
import { PayForm } from './pay-form.tsx'
import { ChallengeDialog, TestCardFields, TestFormNote } from './simulator-card-form.tsx'
import { TestNumbers } from './test-numbers.tsx'
import type { Failure } from './use-outcome.ts'
import { usePayment, type OpenPayment } from './use-payment.ts'

const leaves = 'You’ll go to a test bank’s page, and come back.'

/** Methods of the simulator, by the provider's names. */
const methods: Record<string, { label: string; hint: string }> = {
  card: { label: 'Card', hint: 'Includes wallets such as Apple Pay and Google Pay.' },
  amazon_pay: { label: 'Amazon Pay', hint: leaves },
  ideal: { label: 'iDEAL', hint: leaves },
  twint: { label: 'TWINT', hint: leaves },
  us_bank_account: { label: 'US bank account', hint: 'The bank takes days to send the money; here ten seconds.' },
  sepa_debit: {
    label: 'SEPA debit',
    hint: 'The bank takes days to send the money; here ten seconds or three minutes.',
  },
}

/** Test accounts of debits, with their results. */
const accounts: Record<string, readonly (readonly [number: string, effect: string])[]> = {
  us_bank_account: [
    ['000123456789', 'pays after ten seconds'],
    ['000222222227', 'has insufficient funds, which shows after ten seconds'],
    ['000000000009', 'stays on its way'],
  ],
  sepa_debit: [
    ['AT611904300234573201', 'pays after ten seconds'],
    ['AT321904300235473204', 'pays after three minutes'],
    ['AT981904300002222227', 'has insufficient funds, which shows after ten seconds'],
    ['AT051904300235473205', 'is refused after three minutes'],
  ],
}

/** Test form with all methods of a shop without a card provider. It says so, and talks to our simulator alone. */
export default function SimulatorPaymentForm(payment: OpenPayment) {
  const { order, clientSecret, isOver } = payment
  const { cards } = useSite()
  const provider = useMemo(() => simulatorCards(cards), [cards])
  const types = useMethods(provider, clientSecret)
  const [chosen, setChosen] = useState('card')
  const { phase, failure, pay, lookAtChallenge, leaveChallenge } = usePayment(payment, provider)
  const isLocked = phase.at === 'confirming'
  return (
    <>
      <PayForm
        heading="Pay online"
        price={order.book.resalePrice}
        phase={phase}
        failure={failure}
        isOver={isOver}
        onPay={(form) => pay(readMethod(chosen, form))}
      >
        <TestFormNote />
        {/* Radios report to the element around them. */}
        <div onChange={({ target }) => chooseBy(target, setChosen)}>
          <RadioField
            label="How would you like to pay?"
            name="method"
            defaultValue={chosen}
            cannotClear
            options={types.flatMap((value) => (methods[value] ? [{ value, ...methods[value] }] : []))}
          />
        </div>
        {chosen === 'card' && <TestCardFields isLocked={isLocked} failure={failure} />}
        {accounts[chosen] && <AccountField type={chosen} isLocked={isLocked} failure={failure} />}
      </PayForm>
      {phase.at === 'challenge' && (
        <ChallengeDialog url={phase.url} onFrameLoad={lookAtChallenge} onLeave={leaveChallenge} />
      )}
    </>
  )
}

/** Methods that the payment is open to; cards until they are known. */
function useMethods(provider: Simulator, clientSecret: string | null): string[] {
  const [types, setTypes] = useState(['card'])
  useEffect(() => {
    if (clientSecret === null) return
    let isGone = false
    provider.methodsOf(clientSecret).then(
      (known) => {
        if (!isGone) setTypes(known)
      },
      // The payment itself is looked at as well, and says so.
      () => {},
    )
    return () => void (isGone = true)
  }, [provider, clientSecret])
  return types
}

function chooseBy(target: EventTarget, choose: (type: string) => void) {
  if (target instanceof HTMLInputElement && target.name === 'method') choose(target.value)
}

function readMethod(type: string, form: HTMLFormElement): TypedCard | OtherMethod {
  const texts = textsIn(form)
  return type === 'card' ? typedCard.parse(texts) : { type, account: texts['account'] ?? '' }
}

function AccountField({ type, isLocked, failure }: { type: string; isLocked: boolean; failure: Failure | null }) {
  const place = useRef<HTMLDivElement>(null)
  const isMeant = failure?.field?.startsWith(`payment_method_data[${type}]`)
  function use(number: string) {
    const form = place.current?.closest('form')
    if (form) fillIn(form, { account: number })
  }
  return (
    <div ref={place} className="grid gap-2">
      <Field
        key={type}
        label={type === 'sepa_debit' ? 'IBAN' : 'Account number'}
        name="account"
        required
        readOnly={isLocked}
        problem={isMeant ? failure?.message : undefined}
      />
      <TestNumbers
        title="Test account numbers"
        hint="Only these work."
        numbers={accounts[type] ?? []}
        what="account"
        onUse={use}
      />
    </div>
  )
}
