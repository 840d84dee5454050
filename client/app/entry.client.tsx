import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { ALIVE } from '#client/look/before-paint.ts'
import { setLaterType } from '#client/look/later-type.ts'
import { toast } from '#client/ui/notice-store.ts'
import { reloadOnceWhenOutdated } from './reload-once.ts'

setLaterType()
reloadOnceWhenOutdated()
stayWhileOffline()

/** Marks the page once all of it is hydrated: from then on what is pressed is heard. Tests wait for the mark. */
function Alive({ children }: { children: ReactNode }) {
  // A parent's effect comes after those of everything in it.
  useEffect(() => {
    document.documentElement.dataset.alive = 'true'
    document.dispatchEvent(new Event(ALIVE))
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Alive>
        <HydratedRouter />
      </Alive>
    </StrictMode>,
  )
})

/**
 * Without a connection a link to another page would end at the browser's own error page, and what stands here would be
 * lost. So one stays, and is told why. Links within the page work as ever.
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
    // Before the router hears of it; it leaves alone what was prevented.
    { capture: true },
  )
}

const isOnThisPage = ({ origin, pathname, search, hash }: HTMLAnchorElement) =>
  hash !== '' && origin + pathname + search === location.origin + location.pathname + location.search
