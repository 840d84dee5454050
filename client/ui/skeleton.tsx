/** Stands in for content of the same size; the style sheet keeps it away for the first 200 ms. */
export function Skeleton({ className = 'h-6' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** Several of them, with one announcement. */
export function Skeletons({ count, className, label }: { count: number; className?: string; label: string }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} {...(className !== undefined && { className })} />
      ))}
    </div>
  )
}
