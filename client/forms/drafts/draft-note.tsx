import { useEffect, useRef } from 'react'

/** Draft notice with its actions. `takesFocus`: focus management, because it replaces the pressed button. */
export function DraftNote({
  children,
  action,
  onAct,
  takesFocus = false,
}: {
  children: React.ReactNode
  action: string
  onAct: () => void
  takesFocus?: boolean
}) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={note}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 border-s-3 border-edge bg-sunk px-4 py-2 outline-none"
    >
      <p>{children}</p>
      <button type="button" className="button-quiet -mx-2.5" onClick={onAct}>
        {action}
      </button>
    </div>
  )
}
