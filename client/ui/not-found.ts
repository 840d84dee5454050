import { data } from 'react-router'

/** Ends a loader: nothing is at this address, and the root's error boundary says so, with status 404. */
export function notFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  throw data(null, { status: 404 })
}
