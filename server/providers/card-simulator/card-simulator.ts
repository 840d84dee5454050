import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptionsWithHandler,
} from 'fastify'
import { databaseTrouble } from '#server/database/trouble.ts'
import type { Clock } from '#server/ports/clock.ts'
import { checkVersion, readAccess, secretKeyRequired } from './access.ts'
import { challengeRoutes } from './challenge/challenge-routes.ts'
import { formOfJson } from './connect/form-of-json.ts'
import { onboardingRoutes } from './connect/onboarding-routes.ts'
import { eventDelivery } from './delivery.ts'
import { API_VERSION, newId } from './objects.ts'
import { runOnce } from './idempotency.ts'
import { invalidRequest, StripeRefusal } from './refusals.ts'
import { accountOperations, operations, type Route } from './operations.ts'
import type { Answer, SimulatorStore } from './store.ts'

export interface CardSimulatorOptions {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  store: SimulatorStore
  /** Webhook address for events; called once the server listens. */
  deliverEventsTo: () => string
  /** Origins that a buyer may be returned to. */
  allowedOrigins: readonly string[]
  /** Payee's name on the bank's page. */
  shopName: () => string
  clock: Clock
}

/**
 * Simulates the part of Stripe's API that this shop uses: same paths below `/v1` and `/v2`, same bodies, same JSON, same
 * refusals, and signed webhook events over HTTP. Register it with a prefix; never in a live shop.
 */
export async function cardSimulator(app: FastifyInstance, options: CardSimulatorOptions): Promise<void> {
  const { store, deliverEventsTo, webhookSecret, clock } = options
  const delivery = eventDelivery({ store, deliverTo: deliverEventsTo, webhookSecret, clock, log: app.log })
  const afterChange = () => {
    if (app.server.listening) delivery.wake()
  }
  app.addHook('onListen', async () => delivery.wake())
  app.addHook('preClose', () => delivery.stop())

  // As at Stripe, a body can only be a form.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )

  const onboardingPath = (id: string) => `${app.prefix}/onboarding/${id}`
  const challengeUrl = (sourceId: string) => `${app.prefix}/authenticate/${sourceId}`
  /** One route: whether browsers may call it, and its operation. */
  const serve = ({ who, run, isLimited }: Route) => ({
    // Addresses contain client secrets: keep request lines out of the log, and respect a quieter level.
    logLevel: ['error', 'fatal', 'silent'].includes(app.log.level) ? (app.log.level as 'error') : ('warn' as const),
    bodyLimit: 65_536,
    config: isLimited ? {} : { rateLimit: false as const },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const form = readForm(request)
      const access = readAccess(request.headers.authorization, form, options)
      if (who === 'shop' && access === 'publishable') throw secretKeyRequired()
      checkVersion(request.headers['stripe-version'], form)
      const call = {
        id: readId(request),
        form,
        access,
        now: clock.now(),
        allowedOrigins: options.allowedOrigins,
        account: accountOf(request),
        challengeUrl,
        onboardingPath,
      }
      const { answer, replayed } = await runOnce(store, request, call, run)
      if (request.method === 'POST' && !replayed) afterChange()
      if (replayed) reply.header('idempotent-replayed', 'true')
      return send(reply, answer)
    },
  })

  await app.register(challengeRoutes, { store, shopName: options.shopName, clock, afterChange })
  await app.register(onboardingRoutes, { store, shopName: options.shopName, clock, afterChange })
  await app.register(async (api) => serveAll(api, operations, serve), { prefix: '/v1' })
  await app.register(
    async (api) => {
      // As at Stripe, its newer half speaks JSON.
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
        done(null, formOfJson(String(body))),
      )
      serveAll(api, accountOperations, serve)
    },
    { prefix: '/v2/core' },
  )
}

/** Serves a half of the API, and refuses what it doesn't have. */
function serveAll(
  api: FastifyInstance,
  routes: Record<string, Route>,
  serve: (route: Route) => RouteShorthandOptionsWithHandler,
) {
  api.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, api, reply))
  for (const [name, route] of Object.entries(routes)) {
    const [method, url = ''] = name.split(' ')
    api.route({ method: method as 'GET' | 'POST', url, ...serve(route) })
  }
  api.all('/*', async (request) => {
    throw unknownPath(request)
  })
}

function readForm(request: FastifyRequest): URLSearchParams {
  const text = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : request.body
  const form = new URLSearchParams(typeof text === 'string' ? text : '')
  for (const [name, value] of form)
    if (`${name}${value}`.includes('\0')) throw invalidRequest('Invalid request: a value holds a null byte.')
  return form
}

/** The connected account that a request is about; null for the club's own. */
function accountOf({ headers }: FastifyRequest): string | null {
  const account = headers['stripe-account']
  return typeof account === 'string' ? account : null
}

const readId = (request: FastifyRequest): string => (request.params as { id?: string }).id?.replaceAll('\0', '') ?? ''

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'request-id': newId('req'), 'stripe-version': API_VERSION })
    .send(body)
}

const unknownPath = ({ method, url }: FastifyRequest) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${url.split('?')[0]}).`,
  })

/** Sends every refusal in Stripe's form, with the shop's own 503 for outages; unexpected errors disclose nothing. */
function sendError(error: FastifyError | StripeRefusal, app: FastifyInstance, reply: FastifyReply): FastifyReply {
  if (error instanceof StripeRefusal) return send(reply, { status: error.status, body: { error: error.error } })
  const status = error.statusCode ?? 500
  if (status < 500)
    return send(reply, { status, body: { error: { type: 'invalid_request_error', message: error.message } } })
  if (isOutage(error, app)) {
    const message = 'The test bank does not answer at the moment. Nothing is lost; please try again in a minute.'
    return send(reply.header('retry-after', 1), { status: 503, body: { error: { type: 'api_error', message } } })
  }
  app.log.error({ err: error }, 'The card simulator failed')
  return send(reply, { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } })
}

/** Whether the shop would answer 503. Inside a shop, its check also logs the outage. */
function isOutage(error: Error, app: FastifyInstance): boolean {
  return app.hasDecorator('noteOutage') ? app.noteOutage(error) : databaseTrouble(error) !== null
}
