import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems, Refusal, type InvalidField, type Problem, type ProblemCode } from '#contract/problems.ts'
import { asError } from './describe-error.ts'
import { outageOf } from './outages.ts'
import { factsOf } from './request-notes/request-notes.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
/** Retry-After in seconds, where the refusal has none. */
export const USUAL_WAIT = {
  too_many_requests: 10,
  too_many_images: 3600,
  too_many_messages: 3600,
  unavailable: 5,
} satisfies Partial<Record<ProblemCode, number>>

/** The problem document (RFC 9457) of a refusal. */
export function problemOf(
  code: ProblemCode,
  detail: string,
  requestId: string,
  invalidFields: InvalidField[] = [],
): Problem {
  const { status, title } = problems[code]
  return { type: `/api/docs#problem-${code}`, title, status, code, detail, requestId, invalidFields }
}

/** Answers with a problem. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  invalidFields: InvalidField[] = [],
): FastifyReply {
  const problem = problemOf(code, detail, request.id, invalidFields)
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer')
  const wait: number | undefined = (USUAL_WAIT as Partial<Record<ProblemCode, number>>)[code]
  if (wait !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', wait)
  return reply.code(problem.status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** Translates anything thrown into a problem, for all routes; an unexpected error discloses only the request's id. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asError(thrown)
  if (error instanceof Refusal) return sendProblem(request, reply, error.code, error.message, error.invalidFields)
  const expected = frameworkRefusal(error)
  if (expected) return sendProblem(request, reply.headers(expected.headers ?? {}), expected.code, expected.detail)
  if (request.server.noteOutage(error)) return sendProblem(request, reply, 'unavailable', unavailableWords(error))
  request.log.error({ err: thrown ?? error, ...factsOf(request) }, 'request failed')
  return sendProblem(
    request,
    reply,
    'internal',
    `Please try again. If it keeps happening, tell us this number: ${request.id}`,
  )
}

/** Words of an outage, for the person. */
export function unavailableWords(error: Error): string {
  const outage = outageOf(error)
  if (outage === 'spent')
    return 'This took too long, so we stopped it. Please ask for less, or try again in a few seconds.'
  return outage === 'busy'
    ? 'Too many people are here at the moment. Nothing is lost. Please try again in a few seconds.'
    : 'A service we need isn’t answering at the moment. Nothing is lost. Please try again in a minute.'
}

function frameworkRefusal(
  error: Error & { code?: string; statusCode?: number; headers?: Record<string, string> },
): { code: ProblemCode; detail: string; headers?: Record<string, string> } | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'body_too_large', detail: 'What you sent is too large; please send less.' }
    case 'FST_REQ_FILE_TOO_LARGE':
      return { code: 'image_too_large', detail: 'Please choose a picture of at most 10 MB.' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return { code: 'unsupported_media_type', detail: 'Please send the kind of content that this call describes.' }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { code: 'invalid_input', detail: 'The body is not valid JSON.' }
    default:
  }
  if (error.statusCode === 429)
    return { code: 'too_many_requests', detail: 'Too many requests; please wait a moment and try again.' }
  if (error.statusCode === 408)
    return { code: 'request_timeout', detail: 'The request took too long; please try again.' }
  if (error.statusCode === 416) {
    // The file's whole size is in its headers.
    const { headers = {} } = error
    return { code: 'range_not_satisfiable', detail: 'It is shorter than that; please ask for all of it.', headers }
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { code: 'invalid_input', detail: 'The request can’t be read; please check it and send it again.' }
  }
  return null
}
