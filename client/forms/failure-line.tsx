/** Error line with an icon, in a live region; empty without an error. */
export function FailureLine({ words, className = '' }: { words: string | undefined; className?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {words && (
        <p className={`text-stamp ${className}`}>
          <span aria-hidden="true">! </span>
          {words}
        </p>
      )}
    </div>
  )
}
