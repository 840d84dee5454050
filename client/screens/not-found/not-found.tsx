import { notFound } from '#client/ui/not-found.ts'

/** Any address that is none of ours. The root's error boundary is the page. */
export function loader(): never {
  notFound()
}

export default function NotFound() {
  return null
}
