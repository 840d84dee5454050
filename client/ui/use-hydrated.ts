import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's page and until the browser has taken it over: a form sent before that would get lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * The same for what nobody waits for: it changes a little later and bit by bit, so that a long list whose every entry
 * changes keeps no slow phone from answering. True at once in what is rendered by the browser alone.
 */
export function useHydratedSoon(): boolean {
  return useDeferredValue(true, !import.meta.env.SSR && document.documentElement.dataset.alive === 'true')
}
