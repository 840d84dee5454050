import { lazy, Suspense, type ComponentProps } from 'react'

// Code splitting: hardly any signed-in visitor opens an auth screen.
const Note = lazy(() => import('./already-signed-in-note.tsx'))

/** Lazy notice on the auth screens for signed-in visitors. */
export const AlreadySignedIn = (props: ComponentProps<typeof Note>) => (
  <Suspense>
    <Note {...props} />
  </Suspense>
)
