import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { HYDRATED } from '#client/look/before-paint.ts'
import { setLaterType } from '#client/look/later-type.ts'
import { toast } from '#client/ui/notice-store.ts'
import { reloadOnceWhenOutdated } from './reload-once.ts'

setLaterType()
reloadOnceWhenOutdated()
stayWhileOffline()

/** Marks the page once hydration is complete, so that early presses can be replayed and tests can wait for it. */
function MarkHydrated({ children }: { children: ReactNode }) {
  // Effects of a parent run after those of its children.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    document.dispatchEvent(new Event(HYDRATED))
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <MarkHydrated>
        <HydratedRouter />
      </MarkHydrated>
    </StrictMode>,
  )
})

/**
 * Blocks navigation while offline, with a message: the browser's error page would replace this page. Links within the
 * page still work.
 */
function stayWhileOffline(): void {
  window.addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      const link = event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || isOnThisPage(link)) return
      event.preventDefault()
      toast('You’re offline. Please check your internet connection...', 'error')
    },
    // Capture phase, to run before the router, which ignores prevented clicks.
    { capture: true },
  )
}

const isOnThisPage = ({ origin, pathname, search, hash }: HTMLAnchorElement) =>
  hash !== '' && origin + pathname + search === location.origin + location.pathname + location.search
