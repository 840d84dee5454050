import { useEffect, useRef } from 'react'

/**
 * For a text box that starts with `text` and follows it, as one goes back and forth through searches: unlike a new box it
 * keeps the focus, and what is typed and not sent stays as long as the text does.
 */
export function useFollowedText(text: string): React.RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  const last = useRef(text)
  useEffect(() => {
    if (last.current !== text && box.current) box.current.value = text
    last.current = text
  }, [text])
  return box
}
