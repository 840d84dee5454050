import { useState, type FocusEvent, type PointerEvent } from 'react'

/**
 * Whether somebody is at a row: the mouse rests on it, or the keyboard's focus is in it. What would end by itself
 * waits for them meanwhile.
 */
export function useAttention() {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isAttended: isPointed || isFocused,
    attention: {
      // A finger leaves no sign of where it rests.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      // Pressed by the mouse, a button has the focus without anybody caring.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}
