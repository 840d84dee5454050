import { lazy, Suspense, type ComponentProps } from 'react'

// Hardly anybody comes to an entrance from inside.
const Note = lazy(() => import('./already-signed-in-note.tsx'))

/** What somebody sees at an entrance who is inside already. */
export const AlreadySignedIn = (props: ComponentProps<typeof Note>) => (
  <Suspense>
    <Note {...props} />
  </Suspense>
)
