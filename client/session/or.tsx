/** Divider between two alternatives. */
export function Or() {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-2 before:grow before:border-t before:border-rule after:grow after:border-t after:border-rule">
      or
    </p>
  )
}
