import { useEffect } from 'react'

const TYPED_INTO = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=button])'

/** Marks the page while a field has the focus: a phone's bottom bar then leaves the room to the on-screen keyboard. */
export function useTypingMark(): void {
  useEffect(() => {
    const mark = () => {
      const isTyping = document.activeElement?.matches(TYPED_INTO) ?? false
      document.documentElement.toggleAttribute('data-typing', isTyping)
    }
    // The focus is on its way between two fields when it leaves the first.
    const later = () => setTimeout(mark)
    document.addEventListener('focusin', mark)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', mark)
      document.removeEventListener('focusout', later)
    }
  }, [])
}
