import { useEffect, useRef, useState } from 'react'
import type { StripeCardElement } from '@stripe/stripe-js'
import { useSite } from '#client/ui/site.ts'
import { loadStripeCards, type StripeCards } from './card-form-stripe.ts'
import { PayForm } from './pay-form.tsx'
import { FORM_NOT_LOADED } from './stripe-script.ts'
import { usePayment, type OpenPayment } from './use-payment.ts'

/** Card form with Stripe's field in its frame. */
export default function StripeCardForm(payment: OpenPayment) {
  const { provider, element, place, problem } = useStripe()
  const { phase, failure, pay } = usePayment(payment, provider)
  return (
    <PayForm
      price={payment.order.book.resalePrice}
      phase={phase}
      failure={problem ? { message: problem, field: null } : failure}
      isOver={payment.isOver}
      onPay={() => {
        if (element) pay(element)
      }}
    >
      <div className="grid gap-1">
        <p className="font-semibold">Card details</p>
        <div ref={place} className="input" />
      </div>
    </PayForm>
  )
}

function useStripe() {
  const { publishableKey } = useSite().cards
  const place = useRef<HTMLDivElement>(null)
  const [provider, setProvider] = useState<StripeCards | null>(null)
  const [element, setElement] = useState<StripeCardElement | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let mounted: StripeCardElement | null = null
    let isGone = false
    loadStripeCards(publishableKey).then(
      (cards) => {
        if (isGone || !place.current) return
        mounted = cards.newCardElement(styleOf(place.current))
        mounted.mount(place.current)
        setElement(mounted)
        setProvider(cards)
      },
      () => setProblem(FORM_NOT_LOADED),
    )
    return () => {
      isGone = true
      mounted?.destroy()
    }
  }, [publishableKey])

  return { provider, element, place, problem }
}

/** Style of the field, passed by value: the provider's frame inherits nothing. */
function styleOf(place: HTMLElement) {
  const { color, fontSize } = getComputedStyle(place)
  return { base: { color, fontSize, lineHeight: '28px', '::placeholder': { color } }, invalid: { color } }
}
