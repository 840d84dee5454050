import { useEffect, useId, useRef } from 'react'
import { Notices } from './notices.tsx'

/**
 * A modal dialog, open for as long as it is on the page. Esc and the Close button ask `onClose` to take it away; the
 * focus then returns to where it came from. It begins at what is marked `data-first-focus`, else at the Close button.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string
  onClose(): void
  /** For pictures: as large as the window. */
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
        // A file chooser inside that is left without a choice also says `cancel`.
        if (event.target !== event.currentTarget) return
        // Whether it goes is for the owner to say, so it must not go by itself.
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
