import { useEffect, useRef } from 'react'

/**
 * A line about the draft with what can be done about it. `takesFocus`: it stands where the pressed button was, so that
 * reading goes on here.
 */
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
