import { useEffect, useRef } from 'react'

/** Takes focus: replaces the submit button. */
export function SomeoneWasQuicker({ children }: { children: React.ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} role="alert" className="grid gap-3 border-s-4 border-edge bg-sunk p-4">
      <h3 className="text-lg">Someone was quicker</h3>
      <p>
        Another member reserved this copy a moment ago. You weren’t charged, and we’ve kept what you typed for the next
        book.
      </p>
      {children}
    </section>
  )
}
