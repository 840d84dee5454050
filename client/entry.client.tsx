import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { setLaterType } from './look/later-type.ts'
import { reloadOnceWhenOutdated } from './parts/reload-once.ts'
import { stayWhileOffline } from './parts/stay-while-offline.ts'

setLaterType()
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
