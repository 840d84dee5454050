import { notFound } from '#client/ui/not-found.ts'

/** Catch-all route: throws a 404, which the root's error boundary renders. */
export function loader(): never {
  notFound()
}

export default function NotFound() {
  return null
}
