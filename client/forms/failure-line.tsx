/** Why something did not work, in red and with a sign, and told at once to whoever listens; nothing while all is well. */
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
