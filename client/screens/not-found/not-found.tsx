import { data } from 'react-router'

/** Any address that is none of ours. The root's error boundary is the page. */
export function loader(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
