import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's page and until the browser has taken it over: a form sent before that would get lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
