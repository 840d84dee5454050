import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#server/ports/clock.ts'
import { challengeHeaders } from '#server/providers/card-simulator/challenge/challenge-page.ts'
import { newAccountEvent } from '#server/providers/card-simulator/events.ts'
import { seconds, type Onboarding, type OnboardingOutcome } from '#server/providers/card-simulator/objects.ts'
import type { SimulatorStore, StoreTransaction } from '#server/providers/card-simulator/store.ts'
import { answered, CHECKED_FOR_SECONDS } from './accounts.ts'
import { onboardingPage, outcomes, unknownOnboardingPage } from './onboarding-page.ts'

interface Options {
  store: SimulatorStore
  shopName: () => string
  clock: Clock
  /** Called after an answer changed the account. */
  afterChange: () => void
}

/** Serves the page on which a seller enters their bank. Its address holds an id that can't be guessed. */
export async function onboardingRoutes(app: FastifyInstance, { store, shopName, clock, afterChange }: Options) {
  const path = '/onboarding/:id'
  // The address grants access: keep request lines out of the log.
  const settings = { logLevel: 'warn' as const, bodyLimit: 1024 }
  const isOpen = ({ is_used, expires_at }: Onboarding) => !is_used && seconds(clock.now()) < expires_at

  app.get<{ Params: { id: string } }>(path, settings, async (request, reply) => {
    const found = await store.transaction((tx) => find(tx, request.params.id))
    if (!found) return page(reply.code(404), unknownOnboardingPage())
    return isOpen(found) ? page(reply, onboardingPage(shopName())) : reply.redirect(found.refresh_url, 303)
  })

  app.post<{ Params: { id: string }; Body: string | undefined }>(path, settings, async (request, reply) => {
    const given = new URLSearchParams(request.body).get('outcome') ?? ''
    const goesTo = await store.transaction(async (tx) => {
      const found = await find(tx, request.params.id)
      if (!found || !isOpen(found)) return found?.refresh_url ?? null
      if (!isOutcome(given)) return found.refresh_url
      await answer(tx, found, given, clock.now())
      return found.return_url
    })
    if (goesTo === null) return page(reply.code(404), unknownOnboardingPage())
    afterChange()
    return reply.redirect(goesTo, 303)
  })
}

async function find(tx: StoreTransaction, id: string): Promise<Onboarding | null> {
  const found = await tx.lock(id.replaceAll('\0', ''))
  return found?.object === 'onboarding' ? found : null
}

async function answer(tx: StoreTransaction, onboarding: Onboarding, outcome: OnboardingOutcome, now: Date) {
  const account = await tx.lock(onboarding.account)
  if (account?.object !== 'v2.core.account') return
  await tx.save([answered(account, outcome, now), { ...onboarding, is_used: true }], now)
  const later = outcome === 'checked' ? [new Date(now.getTime() + CHECKED_FOR_SECONDS * 1000)] : []
  const types = [
    'v2.core.account[requirements].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
  ] as const
  await tx.enqueue(
    [now, ...later].flatMap((at) => types.map((type) => newAccountEvent(type, account.id, at))),
    now,
  )
}

const isOutcome = (word: string): word is OnboardingOutcome => Object.hasOwn(outcomes, word)

const page = (reply: FastifyReply, html: string) => reply.headers(challengeHeaders).send(html)
