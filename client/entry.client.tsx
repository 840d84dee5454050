import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { layOutLater } from './look/lay-out-later.ts'
import { setLaterType } from './look/later-type.ts'
import { reloadOnceWhenOutdated } from './parts/reload-once.ts'
import { stayWhileOffline } from './parts/stay-while-offline.ts'

setLaterType()
void layOutLater()
reloadOnceWhenOutdated()
stayWhileOffline()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
