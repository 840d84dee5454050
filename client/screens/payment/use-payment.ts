import { useEffect, useEffectEvent, useRef } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { CardProvider } from './card-outcome.ts'
import { NOT_CHARGED, useOutcome, type Failure, type Phase } from './use-outcome.ts'

const CHECK_EVERY_MS = 2000
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

/**
 * Payment of an order with one provider. Never charges by itself: it first reads the payment's state, so a reload
 * resumes instead of paying twice, and it polls while the outcome is unknown.
 */
export function usePayment<Card>(
  order: Order,
  clientSecret: string | null,
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

  const prepare = useEffectEvent(() => look(''))
  useEffect(() => {
    if (isReachable) prepare()
  }, [isReachable])

  const check = useEffectEvent(() => {
    readOrderAgain()
    look(NOT_CHARGED)
  })
  useEffect(() => {
    if (phase.at !== 'checking') return
    const timer = setTimeout(check, CHECK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [phase])

  const pay = (card: Card) => {
    if (isPaying.current) return
    isPaying.current = true
    forgetFailure()
    setPhase({ at: 'confirming' })
    exchange(async (provider, clientSecret) => {
      const billing = { name: order.name, email: order.email ?? '' }
      const outcome = await provider.confirm(clientSecret, card, billing).finally(() => (isPaying.current = false))
      if (outcome.kind === 'challenge') setPhase({ at: 'challenge', url: outcome.url })
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
