import { useState } from 'react'
import type { NavigateFunction } from 'react-router'
import type { Site } from '#contract/site.ts'
import { resultsOf, type Option } from './options.ts'
import { useBox } from './use-box.ts'
import { useOptions } from './use-options.ts'

interface State {
  isOpen: boolean
  /** Index of the active option, which Enter chooses. */
  active: number | null
}
const closed: State = { isOpen: false, active: null }
const open: State = { isOpen: true, active: null }

/** Suggestions of a search box, with its keyboard and pointer handling; `place` is their element. */
export function useSuggestions(
  box: HTMLInputElement,
  place: { current: HTMLElement | null },
  catalogue: Site['catalogue'],
  navigate: NavigateFunction,
) {
  const [state, setState] = useState(closed)
  const { options, ask, stop, remember, forget, forgetAll } = useOptions(catalogue)
  const isOpen = state.isOpen && options.length > 0
  const chosen = isOpen && state.active !== null ? options[state.active] : undefined

  const show = () => {
    setState(open)
    ask(box.value)
  }
  const close = () => {
    setState(closed)
    stop()
  }
  const choose = ({ kind, text, to }: Option) => {
    if (kind !== 'category') {
      remember(text)
      fillIn(box, text)
    }
    close()
    void navigate(to)
  }
  const remove = ({ text }: Option) => {
    setState(open)
    forget(text)
  }
  const step = (by: 1 | -1) => {
    if (!isOpen) return show()
    const from = state.active ?? (by === 1 ? -1 : options.length)
    setState({ isOpen: true, active: (from + by + options.length) % options.length })
  }
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...(isOpen && { Escape: close }),
    ...(chosen && { Enter: () => choose(chosen) }),
    ...(chosen?.kind === 'recent' && { Delete: () => remove(chosen) }),
  }
  const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    const act = ctrlKey || metaKey ? undefined : keys[key]
    act?.()
    // Other keys edit the text, Home and End too.
    if (!act && key !== 'Shift') setState(({ isOpen: stays }) => ({ isOpen: stays, active: null }))
    return act !== undefined
  }
  const send = () => {
    remember(box.value)
    close()
    void navigate(resultsOf(box.value))
  }
  // Focus alone opens no list while the box still has the query of this page's results.
  const enter = () => (box.value === '' || box.value !== box.defaultValue) && show()
  useBox(box, place, { press, send, enter, type: show, leave: close })
  return { options, active: chosen ? state.active : null, isOpen, choose, remove, forgetAll }
}

function fillIn(box: HTMLInputElement, text: string): void {
  box.value = text
}
