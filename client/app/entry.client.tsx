import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { ALIVE } from '#client/look/before-paint.ts'
import { setLaterType } from '#client/look/later-type.ts'
import { reloadOnceWhenOutdated } from './reload-once.ts'
import { stayWhileOffline } from './stay-while-offline.ts'

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
