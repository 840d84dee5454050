import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False during server-side rendering and until hydration: a form submitted before would get lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Deferred variant with low priority, so that updating a long list after hydration doesn't block input. True at once in
 * client-rendered content.
 */
export function useHydratedSoon(): boolean {
  return useDeferredValue(true, !import.meta.env.SSR && document.documentElement.dataset.hydrated === 'true')
}
