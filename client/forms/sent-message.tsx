import { useEffect, useRef } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Success message in place of a sent form. Takes the focus, since the pressed button has unmounted. */
export function SentMessage({ words, children }: { words: string; children: React.ReactNode }) {
  const news = useRef<HTMLDivElement>(null)
  useEffect(() => news.current?.focus(), [])
  return (
    <div role="status" ref={news} tabIndex={-1} className="outline-none">
      <EmptyState words={words}>{children}</EmptyState>
    </div>
  )
}
