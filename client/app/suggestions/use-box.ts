import { useEffect, useEffectEvent } from 'react'

/** What happens in a search box. */
export interface BoxActions {
  enter: () => void
  type: () => void
  /** A key; true where it is dealt with. */
  press: (event: KeyboardEvent) => boolean
  /** It is sent, by Enter or the button beside it; the browser does nothing more. */
  send: () => void
  leave: () => void
}

/** Hears of a box that somebody else has rendered; what is suggested stands in `place`, within its form. */
export function useBox(box: HTMLInputElement, place: { current: HTMLElement | null }, actions: BoxActions): void {
  const enter = useEffectEvent(() => actions.enter())
  const type = useEffectEvent(() => actions.type())
  const press = useEffectEvent((event: KeyboardEvent) => {
    // What an input method does with its keys is its own affair.
    if (!event.isComposing && actions.press(event)) event.preventDefault()
  })
  const send = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    actions.send()
  })
  const leave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && box.form?.contains(relatedTarget))) actions.leave()
  })
  useEffect(() => {
    const until = new AbortController()
    box.addEventListener('focus', enter, until)
    box.addEventListener('input', type, until)
    box.addEventListener('keydown', press, until)
    box.form?.addEventListener('submit', send, until)
    box.form?.addEventListener('focusout', leave, until)
    place.current?.addEventListener('mousedown', keepFocus, until)
    if (document.activeElement === box) enter()
    return () => until.abort()
  }, [box, place])
}

/** A press must not take the focus from the box, but to a button. */
function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest('button'))) event.preventDefault()
}

const ATTRIBUTES = [
  'role',
  'autocomplete',
  'aria-autocomplete',
  'aria-controls',
  'aria-expanded',
  'aria-activedescendant',
]

/** Tells assistive technology that the box is a combobox, which list is its own, and which option is the active one. */
export function useComboboxRole(box: HTMLInputElement, listId: string, activeId: string | null, isOpen: boolean): void {
  useEffect(() => {
    const values = ['combobox', 'off', 'list', listId, String(isOpen), activeId]
    for (const [at, name] of ATTRIBUTES.entries()) setAttribute(box, name, values[at] ?? null)
  }, [box, listId, activeId, isOpen])
  useEffect(
    () => () => {
      for (const name of ATTRIBUTES) setAttribute(box, name, null)
    },
    [box],
  )
}

function setAttribute(box: HTMLElement, name: string, value: string | null): void {
  if (value === null) box.removeAttribute(name)
  else box.setAttribute(name, value)
}
