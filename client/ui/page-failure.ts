import { isRouteErrorResponse } from 'react-router'

/** Why a page did not come: nothing is there, nobody answered, or something of ours broke. */
export type PageFailure = 'missing' | 'unreachable' | 'broken'

// How Chromium, Firefox and Safari word a script that did not come, and a request that got no answer.
const NO_SCRIPT = /dynamically imported module|module script/i
const NO_ANSWER = /failed to fetch|networkerror|load failed/i

/** What an error that ended up at the error page means for whoever looks at it. */
export function pageFailure(error: unknown): PageFailure {
  if (isRouteErrorResponse(error) && error.status === 404) return 'missing'
  return isMissingChunk(error) || (error instanceof TypeError && NO_ANSWER.test(error.message))
    ? 'unreachable'
    : 'broken'
}

/** True for the error of an import whose file is no longer there, or did not come. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && NO_SCRIPT.test(error.message)
}
