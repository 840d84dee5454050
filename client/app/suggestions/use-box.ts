import { useEffect, useEffectEvent } from 'react'

/** Event handlers of a search box. */
export interface BoxActions {
  enter: () => void
  type: () => void
  /** Handles a key; true prevents the browser's default. */
  press: (event: KeyboardEvent) => boolean
  /** Called on submit, by Enter or the button, in place of the browser's own submit. */
  send: () => void
  leave: () => void
}

/** Listens to a box that another component rendered; `place` holds the suggestions, inside its form. */
export function useBox(box: HTMLInputElement, place: { current: HTMLElement | null }, actions: BoxActions): void {
  const enter = useEffectEvent(() => actions.enter())
  const type = useEffectEvent(() => actions.type())
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Ignores keys during IME composition.
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

/** Prevents a press from moving the focus out of the box, except to a button. */
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

/** Sets the ARIA combobox attributes: its list and the active option. */
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
