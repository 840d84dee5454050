/** Skeleton of the content's size; CSS hides it for the first 200 ms. */
export function Skeleton({ className = 'h-6' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** Several skeletons with a single announcement. */
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
