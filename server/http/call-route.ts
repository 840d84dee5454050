import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  API_BASE,
  mayOmitBody,
  namesById,
  hasPart,
  usualRefusals,
  type AnswerOf,
  type BodyOf,
  type Call,
  type Page,
  type ParamsOf,
  type QueryOf,
  type RefusalsOf,
} from '#contract/call.ts'
import { readMetrics } from '#contract/metrics.ts'
import { health, ready } from '#contract/operations.ts'
import { Refusal, type InvalidField, type Refuses, type UsualCode } from '#contract/problems.ts'
import type { CircuitBreaker } from '#server/database/circuit-breaker.ts'
import type { Replicas } from '#server/database/replicas/replicas.ts'
import type { Proof } from '#server/ports/identity.ts'
import { withinBudget } from '#server/database/budget.ts'
import type { Services } from '#server/services.ts'
import { note } from '#server/tracing/work-notes.ts'
import { answerEncoder } from './answer-encoder.ts'
import { requireCaller, type Caller, type SignedInAccount } from './guards.ts'
import type { MonitorGuard } from './monitoring/monitor-guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Declaration of the call that this route serves. */
    call?: Call
  }
}

/** Context of a handler: decoded, checked input, and the caller that the call's `access` requires. */
export interface HandlerContext<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  account: C['access'] extends 'anyone' | 'proof' | 'proof-or-member' | 'monitor'
    ? SignedInAccount | null
    : SignedInAccount
  proof: C['access'] extends 'proof' ? Proof : Proof | null
  request: FastifyRequest
}

/** What a handler returns: an answer without its `acknowledged`, which `serve` adds; nothing where that is all. */
type HandlerAnswer<C extends Call> =
  AnswerOf<C> extends (infer Item)[]
    ? AnswerOf<C> | Page<Item>
    : AnswerOf<C> extends { acknowledged: true }
      ? keyof AnswerOf<C> extends 'acknowledged'
        ? void
        : Omit<AnswerOf<C>, 'acknowledged'>
      : AnswerOf<C>

/** Services whose use cases can refuse only what the call declares. */
export type ServicesFor<C extends Call> = Omit<Services, 'refuse'> & Refuses<RefusalsOf<C> | UsualCode>

/** Serves a call of the contract: guard, decode, handle, encode. */
export type Serve = <C extends Call>(
  call: C,
  handle: (services: ServicesFor<C>, context: HandlerContext<C>) => Promise<HandlerAnswer<C>>,
) => void

/** Tells admins, with each answer, which version gave it: of several programs, or before and after an update. */
const VERSION_HEADER = 'x-dogear-version'

/** Probes of the program itself must not wait for the database. */
const isOfProgram = ({ path }: Call) => path === health.path || path === ready.path || path === readMetrics.path

/** What everybody may read is the same for all. */
const isPublicRead = (call: Call) => call.access === 'anyone' && call.method === 'GET' && !isOfProgram(call)

/**
 * Serves calls on `app`. A refusal that its call doesn't declare is answered and logged where types couldn't prevent
 * it; with `strict`, in tests, it is an error.
 */
export function serveCalls(
  app: FastifyInstance,
  services: Services,
  {
    strict,
    breaker,
    replicas,
    mayMonitor = () => false,
  }: {
    strict: boolean
    breaker?: CircuitBreaker | undefined
    replicas?: Replicas | null | undefined
    mayMonitor?: MonitorGuard
  },
): Serve {
  return (call, handle) => {
    const encode = answerEncoder(call.answer, { strict })
    const orUnanswered = <Result>(work: Promise<Result>) => (breaker ? breaker.orUnanswered(work) : work)
    app.route({
      method: call.method,
      url: `${API_BASE}${call.path}`,
      config: { call },
      // Authentication comes before the body is read, and after the rate limits have counted the request.
      preParsing: async (request, reply) => {
        if (!isOfProgram(call)) await services.settings.refreshIfStale()
        request.caller = await orUnanswered(requireCaller(services, { access: call.access, mayMonitor }, request))
        if (request.caller.account) note({ accountId: request.caller.account.id })
        // Strangers have no use for it but to look for faults of that version.
        if (request.caller.account?.role === 'admin') void reply.header(VERSION_HEADER, services.deployment.version)
      },
      handler: async (request, reply) => {
        try {
          const decoded = decodeRequest(services, call, request)
          const context = { ...decoded, ...request.caller, request } as HandlerContext<typeof call>
          const { withinMs } = call.limit
          const answered = () => handle(services, context)
          const mayBeReplica = replicas && isPublicRead(call)
          const handled = () => (mayBeReplica ? replicas.within(answered) : answered())
          const work = withinMs === null ? handled() : withinBudget(withinMs, handled)
          // A write that has begun is waited for: only its own end says what has become of it. Metrics answer without the
          // database.
          const mayEnd = call.method === 'GET' && call.path !== readMetrics.path
          const answer = await (mayEnd ? orUnanswered(work) : work)
          return sendAnswer(call, encode, answer, request, reply)
        } catch (error) {
          if (error instanceof Refusal) checkDeclared(call, error, request.log, strict)
          throw error
        }
      },
    })
  }
}

function checkDeclared(call: Call, { code }: Refusal, log: FastifyBaseLogger, strict: boolean): void {
  if (call.refusals.includes(code) || usualRefusals(call).includes(code)) return
  const words = `${call.method} ${call.path} refused ${code}, which its declaration doesn’t name`
  if (strict) throw new Error(words)
  log.error({ code }, words)
}

function decodeRequest(
  { refuse }: Refuses<'not_found' | 'invalid_input'>,
  call: Call,
  request: FastifyRequest,
): Record<string, unknown> {
  const invalidFields: InvalidField[] = []
  const decoded: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    if (!hasPart(call, part)) continue
    const given = part === 'body' ? bodyOf(call, request) : request[part]
    const result = z.safeDecode(call[part], given)
    if (result.success) decoded[part] = result.data
    else
      invalidFields.push(
        ...result.error.issues
          .flatMap(closestIssues)
          .map(({ code, path, message }) =>
            path.length === 0 && code === 'invalid_type'
              ? { field: '', message: 'The body is a JSON object' }
              : { field: path.join('.'), message },
          ),
      )
  }
  if (invalidFields.length > 0) {
    // An id that can't exist is not found, whatever the body.
    if (hasPart(call, 'params') && decoded.params === undefined && namesById(call))
      refuse('not_found', 'There’s nothing at this address.')
    refuse('invalid_input', invalidFields.map(({ message }) => message).join('. '), onePerField(invalidFields))
  }
  return decoded
}

/** A missing body counts as one without fields, unless the call gives it a meaning. */
function bodyOf(call: Call, { body }: FastifyRequest): unknown {
  return body === undefined && mayOmitBody(call) ? undefined : (body ?? {})
}

/** Of a union's alternatives, reports the issues of the one whose fields were recognised. */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const inside = issue.code === 'invalid_union' ? issue.errors.flat().filter(({ path }) => path.length > 0) : []
  return inside.length > 0 ? inside : [issue]
}

/** Reports only the first issue of each field. */
function onePerField(fields: InvalidField[]): InvalidField[] {
  return [...new Map(fields.toReversed().map((field) => [field.field, field])).values()].toReversed()
}

function sendAnswer(
  call: Call,
  encode: (items: unknown) => unknown,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const items = call.paged && isPage(answer) ? linkNext(answer, request, reply) : acknowledge(call, answer)
  if (!reply.hasHeader('cache-control'))
    void reply.header('cache-control', call.access === 'anyone' ? 'no-cache' : 'no-store')
  if (call.textAs !== undefined) return reply.type(call.textAs).send(encode(items))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(encode(items)))
}

function acknowledge({ answer: schema }: Call, answer: unknown): unknown {
  const isAcknowledged = schema instanceof z.core.$ZodObject && 'acknowledged' in schema._zod.def.shape
  return isAcknowledged ? { ...(answer as object | undefined), acknowledged: true } : answer
}

function isPage(answer: unknown): answer is Page<unknown> {
  return typeof answer === 'object' && answer !== null && 'items' in answer
}

function linkNext(page: Page<unknown>, request: FastifyRequest, reply: FastifyReply): unknown[] {
  if (page.next) {
    const [path = '', query = ''] = request.url.split('?')
    const search = new URLSearchParams(query)
    search.set('cursor', page.next)
    void reply.header('link', `<${path}?${search.toString()}>; rel="next"`)
  }
  return page.items
}
