import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#server/ports/clock.ts'
import { answeredPage, challengeHeaders, questionPage, unknownPage } from './challenge-page.ts'
import { answerChallenge, type Challenge, findChallenge } from './challenges.ts'
import type { SimulatorStore } from '#server/providers/card-simulator/store.ts'

interface Options {
  store: SimulatorStore
  shopName: () => string
  clock: Clock
  /** Called after an answer changed the payment. */
  afterChange: () => void
}

/** Serves the bank's page. Its address holds an id that can't be guessed, and nothing else is asked for. */
export async function challengeRoutes(app: FastifyInstance, { store, shopName, clock, afterChange }: Options) {
  const path = '/authenticate/:source'
  // The address grants access: keep request lines out of the log.
  const settings = { logLevel: 'warn' as const, bodyLimit: 1024 }

  app.get<{ Params: { source: string } }>(path, settings, async (request, reply) => {
    const found = await store.transaction((tx) => findChallenge(tx, request.params.source.replaceAll('\0', '')))
    if (!found) return page(reply.code(404), unknownPage())
    const { source, intent } = found
    if (!isOpen(found)) return page(reply, answeredPage(source))
    return page(reply, questionPage(intent, source, shopName(), source.return_path && returnPath(found)))
  })

  app.post<{ Params: { source: string }; Body: string | undefined }>(path, settings, async (request, reply) => {
    const outcome = new URLSearchParams(request.body).get('outcome') === 'complete' ? 'completed' : 'failed'
    const sourceId = request.params.source.replaceAll('\0', '')
    const answered = await store.transaction((tx) => answerChallenge(tx, sourceId, outcome, clock.now()))
    if (!answered) return page(reply.code(404), unknownPage())
    afterChange()
    return reply.redirect(returnPath(answered) ?? answered.source.url, 303)
  })
}

/** Whether the payment still waits for this answer. */
const isOpen = ({ source, intent }: Challenge) =>
  source.status === 'pending' &&
  intent.status === 'requires_action' &&
  JSON.stringify(intent.next_action).includes(source.id)

/** Return path to the shop with the parameters that Stripe adds; null when the page is in a frame. */
function returnPath({ source, intent }: Challenge): string | null {
  if (source.return_path === null) return null
  // Any base will do: only path, query and fragment are used.
  const url = new URL(source.return_path, 'http://shop')
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.pathname + url.search + url.hash
}

const page = (reply: FastifyReply, html: string) => reply.headers(challengeHeaders).send(html)
