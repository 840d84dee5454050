import type { InvalidField, Problem, ProblemCode } from '#contract/problems.ts'

/** Refusal by the server. `message` is the sentence for people. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string
  readonly invalidFields: readonly InvalidField[]
  readonly requestId: string

  constructor(problem: Problem) {
    super(problem.detail || problem.title)
    this.code = problem.code
    this.status = problem.status
    this.detail = this.message
    this.invalidFields = problem.invalidFields
    this.requestId = problem.requestId
  }
}

/** Network error: offline, or the server is not reachable. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(cause?: unknown) {
    super('Please check your internet connection...', { cause })
  }
}

/** Retryable errors: no answer, a server error, or a rate limit. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true
  return error.status >= 500 || error.status === 408 || error.status === 429
}
