/** Nothing here yet: a dotted book, one sentence, and perhaps what to do. */
export function EmptyShelf({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 py-10 text-center">
      <div aria-hidden="true" className="h-24 w-16 border-2 border-dashed border-edge" />
      <p className="text-lg">{words}</p>
      {children}
    </div>
  )
}
