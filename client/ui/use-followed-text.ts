import { useEffect, useRef } from 'react'

/**
 * Ref of a text box that follows `text` through Back and Forward. Unlike a remount it keeps the focus, and unsent input
 * while `text` is unchanged.
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
