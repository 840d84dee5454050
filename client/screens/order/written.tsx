import { LocalTime } from '#client/ui/facts/local-time.tsx'

interface WrittenProps {
  writer: string
  at: Date
  /** Text; null once the writer's account was closed. */
  text: string | null
  isOwn?: boolean
  /** Marks the club's own entries, which either side might imitate in text. */
  isClubs?: boolean
  children?: React.ReactNode
}

/** List item of a written entry. */
export function Written({ writer, at, text, isOwn = false, isClubs = false, children }: WrittenProps) {
  return (
    <li
      className={`grid grid-cols-1 gap-1 border-s-3 ps-3 ${isClubs ? 'border-stamp bg-sunk py-2' : isOwn ? 'border-ink' : 'border-rule'}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={isClubs ? 'font-semibold text-stamp' : 'font-semibold'}>{writer}</span>
        <LocalTime date={at} className="text-sm text-ink-2" />
      </p>
      {text === null ? (
        <p className="text-ink-2">Removed: the account was closed.</p>
      ) : (
        <p dir="auto" className="max-w-measure wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {children}
    </li>
  )
}
