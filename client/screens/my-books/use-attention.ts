import { useState, type FocusEvent, type PointerEvent } from 'react'

/** Whether the mouse or the keyboard focus is on a row, which pauses its timeouts. */
export function useAttention() {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isAttended: isPointed || isFocused,
    attention: {
      // Touch has no hover.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      // `:focus-visible` excludes the focus of a mouse press.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}
