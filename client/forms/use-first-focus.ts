import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the first field of a part that a press has just opened. */
export function useFirstFocus(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.querySelector('input')?.focus(), [])
  return part
}
