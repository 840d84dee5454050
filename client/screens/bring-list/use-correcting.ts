import { useEffect, useRef, useState } from 'react'

/** Open state of a row's form. Closing returns the focus to the button that opened it. */
export function useCorrecting() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, button, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
