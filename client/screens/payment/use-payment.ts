import { useEffect, useEffectEvent, useRef } from 'react'
import { href } from '#contract/href.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Billing, CardProvider } from './card-outcome.ts'
import { NOT_CHARGED, useOutcome, type Failure, type Phase } from './use-outcome.ts'

const CHECK_EVERY_MS = 2000
const CAME_BACK = 'You came back without having paid, so you weren’t charged. Please try again, or pay another way.'
const CHECK_LEFT = 'Your bank’s check wasn’t finished, so you weren’t charged. Please try again, or use another card.'

interface Payment<Card> {
  phase: Phase
  failure: Failure | null
  pay: (card: Card) => void
  /** Called when the bank's frame loads a page: its check may be done. */
  lookAtChallenge: () => void
  /** Called when the buyer closes the bank's page. */
  leaveChallenge: () => void
}

/** Payment that the forms of all providers are given. */
export interface OpenPayment {
  order: Order
  /** Null until our server has opened the payment. */
  clientSecret: string | null
  /** Whether the time to pay has passed. */
  isOver: boolean
  /** Whether the buyer comes back from a page of their bank. */
  hasReturned: boolean
}

/**
 * Payment of an order with one provider. Never charges by itself: it first reads the payment's state, so a reload
 * resumes instead of paying twice, and it polls while the outcome is unknown.
 */
export function usePayment<Card>(
  { order, clientSecret, hasReturned }: OpenPayment,
  provider: CardProvider<Card> | null,
): Payment<Card> {
  const { phase, setPhase, failure, forgetFailure, take, readOrderAgain } = useOutcome(order)
  const lastExchange = useRef(Promise.resolve())
  const isPaying = useRef(false)
  const isReachable = provider !== null && clientSecret !== null

  /** Runs provider requests one at a time; a lost answer starts polling for the outcome. */
  const exchange = (ask: (provider: CardProvider<Card>, clientSecret: string) => Promise<void>) => {
    if (!isReachable) return
    lastExchange.current = lastExchange.current
      .then(() => ask(provider, clientSecret))
      .catch(() => setPhase({ at: 'checking' }))
  }
  const look = (whenOpen: string) =>
    exchange(async (provider, clientSecret) => take(await provider.look(clientSecret), whenOpen))

  const prepare = useEffectEvent(() => look(hasReturned ? CAME_BACK : ''))
  useEffect(() => {
    if (isReachable) prepare()
  }, [isReachable])

  useBackFromBank(() => {
    if (phase.at !== 'confirming') return
    // What was asked before the page was left may never be answered.
    lastExchange.current = Promise.resolve()
    isPaying.current = false
    look(CAME_BACK)
  })

  useChecks(phase, () => {
    readOrderAgain()
    look(NOT_CHARGED)
  })

  const pay = (card: Card) => {
    if (isPaying.current) return
    isPaying.current = true
    forgetFailure()
    setPhase({ at: 'confirming' })
    exchange(async (provider, clientSecret) => {
      const outcome = await provider
        .confirm(clientSecret, card, billingOf(order))
        .finally(() => (isPaying.current = false))
      if (outcome.kind === 'redirect') window.location.assign(outcome.url)
      else if (outcome.kind === 'challenge') setPhase({ at: 'challenge', url: outcome.url })
      else await take(outcome, NOT_CHARGED)
    })
  }
  const lookAtChallenge = () =>
    exchange(async (provider, clientSecret) => {
      const outcome = await provider.look(clientSecret)
      if (outcome.kind === 'challenge') return
      setPhase({ at: 'confirming' })
      await take(outcome, CHECK_LEFT)
    })
  const leaveChallenge = () => {
    setPhase({ at: 'confirming' })
    look(CHECK_LEFT)
  }
  return { phase, failure, pay, lookAtChallenge, leaveChallenge }
}

/** Name and email come with the order; the way back is its payment page, which asks our server. */
function billingOf(order: Order): Billing {
  const page = new URL(href('/dashboard/payment/:myOrderId', order.id), window.location.origin)
  return { name: order.name, email: order.email ?? '', returnUrl: page.href }
}

/** Calls back when the buyer pressed Back on the bank's page, and the browser shows this one as it was left. */
function useBackFromBank(onBack: () => void) {
  const restore = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack()
  })
  useEffect(() => {
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])
}

/** Calls back again and again while the outcome is unknown. */
function useChecks(phase: Phase, onCheck: () => void) {
  const check = useEffectEvent(onCheck)
  useEffect(() => {
    if (phase.at !== 'checking') return
    const timer = setTimeout(check, CHECK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [phase])
}
