import { useEffect, useId, useRef } from 'react'
import { Notices } from './notices.tsx'

/**
 * Modal dialog, open while mounted. Esc and Close call `onClose`; the focus then returns to where it was. Initial
 * focus: the element marked `data-first-focus`, else the Close button.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string
  onClose(): void
  /** Full-window width, for pictures. */
  wide?: boolean
  children: React.ReactNode
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`sheet p-5 sm:p-6 ${wide ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // Ignores `cancel` events that bubble from a file chooser.
        if (event.target !== event.currentTarget) return
        // Controlled: the owner decides whether it closes.
        event.preventDefault()
        onClose()
      }}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={id} dir="auto" className="text-xl">
          {title}
        </h2>
        <button type="button" className="button-quiet -me-2 -mt-2" onClick={onClose}>
          Close
        </button>
      </div>
      {children}
      <Notices />
    </dialog>
  )
}
