/** Empty state: an outlined book, a sentence, and optional actions. */
export function EmptyState({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-5 py-12 text-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 64 96"
        className="h-28 fill-none stroke-edge stroke-2 [stroke-dasharray:2_4] [stroke-linecap:round]"
      >
        <path d="M2 2h44l16 16v76H2z" />
        <path d="M46 2v16h16" />
        <path d="M10 2v92" />
      </svg>
      <p className="max-w-measure font-display text-xl">{words}</p>
      {children}
    </div>
  )
}
