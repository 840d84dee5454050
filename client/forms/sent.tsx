import { useEffect, useRef } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Stands in place of a form that was sent, whose pressed button is gone: reading goes on here. */
export function Sent({ words, children }: { words: string; children: React.ReactNode }) {
  const news = useRef<HTMLDivElement>(null)
  useEffect(() => news.current?.focus(), [])
  return (
    <div role="status" ref={news} tabIndex={-1} className="outline-none">
      <EmptyState words={words}>{children}</EmptyState>
    </div>
  )
}
