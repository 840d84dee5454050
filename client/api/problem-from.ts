import { problems, type Problem, type ProblemCode } from '#contract/problems.ts'
import { ProblemError } from './problem-error.ts'

// Apart from the error itself, which public pages load: the table of all refusals is for those that call the server.

/** Makes an error of a refusal's body. A body that isn't ours (a proxy's error page) still gives a usable one. */
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
  const known = Object.entries(problems).find(([, problem]) => problem.status === status)
  return (known?.[0] as ProblemCode | undefined) ?? 'internal'
}
