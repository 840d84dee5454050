import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  API_BASE,
  mayOmitBody,
  hasPart,
  type AnswerOf,
  type BodyOf,
  type Call,
  type Page,
  type ParamsOf,
  type QueryOf,
} from '#contract/call.ts'
import { refuse, type InvalidField } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { requireCaller, type Caller, type SignedInAccount } from './guards.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The declaration that this route serves. */
    call?: Call
  }
}

/** What a handler is given: decoded, checked, and with a caller of the kind that the call's `access` promises. */
export interface HandlerContext<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  account: C['access'] extends 'anyone' | 'proof' | 'proof-or-member' ? SignedInAccount | null : SignedInAccount
  proof: C['access'] extends 'proof' ? Proof : Proof | null
  request: FastifyRequest
}

type HandlerAnswer<C extends Call> = AnswerOf<C> extends (infer Item)[] ? AnswerOf<C> | Page<Item> : AnswerOf<C>

/** Serves one call of the contract: guard, decode, handle, encode. */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handle: (context: HandlerContext<C>) => Promise<HandlerAnswer<C>>,
): void {
  app.route({
    method: call.method,
    url: `${API_BASE}${call.path}`,
    config: { call },
    // Who is asking is settled before the body is read, and after the rate limits have counted the question.
    preParsing: async (request) => {
      request.caller = await requireCaller(services, call.access, request)
    },
    handler: async (request, reply) => {
      const answer = await handle({ ...decodeRequest(call, request), ...request.caller, request } as HandlerContext<C>)
      return sendAnswer(call, answer, request, reply)
    },
  })
}

function decodeRequest(call: Call, request: FastifyRequest): Record<string, unknown> {
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
    // An address that can't exist names nothing, whatever else was sent.
    if (hasPart(call, 'params') && decoded.params === undefined && /:(id|\w+Id)\b/.test(call.path))
      refuse('not_found', 'There’s nothing at this address.')
    refuse('invalid_input', invalidFields.map(({ message }) => message).join('. '), onePerField(invalidFields))
  }
  return decoded
}

/** No body counts as one without fields, unless the call says what it means there. */
function bodyOf(call: Call, { body }: FastifyRequest): unknown {
  return body === undefined && mayOmitBody(call) ? undefined : (body ?? {})
}

/** Of several forms that a body may have, a form whose fields were recognised says what is wrong with them. */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const inside = issue.code === 'invalid_union' ? issue.errors.flat().filter(({ path }) => path.length > 0) : []
  return inside.length > 0 ? inside : [issue]
}

/** A field's first complaint is the one that helps. */
function onePerField(fields: InvalidField[]): InvalidField[] {
  return [...new Map(fields.toReversed().map((field) => [field.field, field])).values()].toReversed()
}

function sendAnswer(call: Call, answer: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const items = call.paged && isPage(answer) ? linkNext(answer, request, reply) : answer
  if (!reply.hasHeader('cache-control'))
    void reply.header('cache-control', call.access === 'anyone' ? 'no-cache' : 'no-store')
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(z.encode(call.answer, items)))
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
