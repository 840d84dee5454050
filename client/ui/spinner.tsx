/** Spinner with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-2">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  )
}
