import { data } from 'react-router'

/** Throws a 404 from a loader; the root's error boundary renders it. */
export function notFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  throw data(null, { status: 404 })
}
