import type { InvalidField, Problem, ProblemCode } from '#contract/problems.ts'

/** The server said no, and why. `message` is the sentence for the person. */
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

/** No answer came: offline, or the server is not reachable. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(cause?: unknown) {
    super('Please check your internet connection...', { cause })
  }
}

/** Reads and refused answers worth asking for again: no answer, a server's fault, or "later". */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true
  return error.status >= 500 || error.status === 408 || error.status === 429
}
