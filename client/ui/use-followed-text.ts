import { useEffect, useRef } from 'react'

/**
 * Ref of a text box that follows `text` through Back and Forward. Unlike a remount it keeps the focus, unsent input while
 * `text` is unchanged, and what was typed after the form was sent, until its answer is here.
 */
export function useFollowedText(text: string): React.RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  const last = useRef(text)
  const sent = useRef<string | null>(null)
  useEffect(() => {
    const form = box.current?.form
    const note = () => (sent.current = box.current?.value ?? null)
    form?.addEventListener('submit', note)
    return () => form?.removeEventListener('submit', note)
  }, [])
  useEffect(() => {
    if (last.current !== text && box.current) {
      const isTypedSince = sent.current !== null && sent.current !== box.current.value
      if (!isTypedSince) box.current.value = text
      sent.current = null
    }
    last.current = text
  }, [text])
  return box
}
