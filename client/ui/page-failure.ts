import { isRouteErrorResponse } from 'react-router'

/** Reason of a page failure: not found, unreachable, or an error of ours. */
export type PageFailure = 'missing' | 'unreachable' | 'broken'

// Error messages of Chromium, Firefox and Safari for a failed import and a failed request.
const NO_SCRIPT = /dynamically imported module|module script/i
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** Classifies an error for the error page. */
export function pageFailure(error: unknown): PageFailure {
  if (isRouteErrorResponse(error) && error.status === 404) return 'missing'
  return isMissingChunk(error) || (error instanceof TypeError && NO_ANSWER.test(error.message))
    ? 'unreachable'
    : 'broken'
}

/** Whether an import failed because its chunk is missing or unreachable. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && NO_SCRIPT.test(error.message)
}
