import { useCallback, useRef } from 'react'

/**
 * For a button that leaves and comes back. Gives its ref and what says that it is due: then it gets the focus as soon
 * as it stands there again, if nothing else has it by then.
 */
export function useFocusBack() {
  const isDue = useRef(false)
  const ref = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isDue.current) return
    isDue.current = false
    if (document.activeElement === document.body) button.focus()
  }, [])
  const due = () => {
    isDue.current = true
  }
  return [ref, due] as const
}
