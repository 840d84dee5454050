import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reloadOnceWhenOutdated } from './parts/reload-once.ts'
import { stayWhileOffline } from './parts/stay-while-offline.ts'

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
