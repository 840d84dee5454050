import { problems, type Problem, type ProblemCode } from '#contract/problems.ts'
import { ProblemError } from './problem-error.ts'

// Separate from ProblemError, so that public pages don't load the table of refusals.

/** Builds an error from a refusal's body. A foreign body (a proxy's error page) still gives a usable error. */
export function problemFrom(status: number, body: unknown, requestId: string): ProblemError {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  const code = given.code !== undefined && given.code in problems ? given.code : codeFor(status)
  return new ProblemError({
    type: 'about:blank',
    status,
    code,
    title: given.title ?? problems[code].title,
    detail: given.detail ?? '',
    requestId: given.requestId ?? requestId,
    invalidFields: given.invalidFields ?? [],
  })
}

function codeFor(status: number): ProblemCode {
  const match = Object.entries(problems).find(([, problem]) => problem.status === status)
  return (match?.[0] as ProblemCode | undefined) ?? 'internal'
}
