import { useEffect, useRef, useState } from 'react'
import type { StripeElements } from '@stripe/stripe-js'
import { useSite } from '#client/ui/site.ts'
import { loadStripeMethods, type StripeMethods } from './payment-element-stripe.ts'
import { PayForm } from './pay-form.tsx'
import { FORM_NOT_LOADED } from './stripe-script.ts'
import { usePayment, type OpenPayment } from './use-payment.ts'

/** Payment form with all methods of the club's account, in Stripe's frame. */
export default function StripePaymentForm(payment: OpenPayment) {
  const { provider, elements, place, problem } = useStripe(payment.clientSecret)
  const { phase, failure, pay } = usePayment(payment, provider)
  return (
    <PayForm
      heading="Pay online"
      price={payment.order.book.resalePrice}
      phase={phase}
      failure={problem ? { message: problem, field: null } : failure}
      isOver={payment.isOver}
      onPay={() => {
        if (elements) pay(elements)
      }}
    >
      {/* Its colours are read for the frame, which inherits nothing. */}
      <div ref={place} className="min-h-64 bg-card text-ink accent-link decoration-stamp" />
    </PayForm>
  )
}

function useStripe(clientSecret: string | null) {
  const { publishableKey } = useSite().cards
  const place = useRef<HTMLDivElement>(null)
  const [provider, setProvider] = useState<StripeMethods | null>(null)
  const [elements, setElements] = useState<StripeElements | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    if (clientSecret === null) return
    let unmount = () => {}
    let isGone = false
    const fail = () => setProblem(FORM_NOT_LOADED)
    loadStripeMethods(publishableKey).then((methods) => {
      if (isGone || !place.current) return
      const fields = methods.newFields(clientSecret, appearanceOf(place.current))
      unmount = () => fields.element.destroy()
      fields.element.on('loaderror', fail)
      fields.element.on('ready', () => {
        setElements(fields.elements)
        setProvider(methods)
      })
      fields.element.mount(place.current)
    }, fail)
    return () => {
      isGone = true
      unmount()
    }
  }, [publishableKey, clientSecret])

  return { provider, elements, place, problem }
}

/** The page's look by value. */
function appearanceOf(place: HTMLElement) {
  const { color, backgroundColor, accentColor, textDecorationColor, fontSize } = getComputedStyle(place)
  return {
    theme: 'flat' as const,
    variables: {
      colorText: color,
      colorBackground: backgroundColor,
      colorPrimary: accentColor,
      colorDanger: textDecorationColor,
      fontSizeBase: fontSize,
    },
  }
}
