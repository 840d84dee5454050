import { lazy, Suspense, useState } from 'react'
import type { CoverFacts } from '#cover/variant.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

const drawing = () => import('./drawn-cover.tsx')
// The server draws at once. A browser keeps what came drawn, and loads how to draw when it has to.
const DrawnCover = import.meta.env.SSR
  ? (await drawing()).DrawnCover
  : lazy(async () => ({ default: (await drawing()).DrawnCover }))

/** The cover of a book without a photo. In the server's page it is there, and hydrating leaves it alone. */
export function GeneratedCover({ book }: { book: CoverFacts }) {
  const cameDrawn = useState(!useHydrated())[0] && !import.meta.env.SSR
  if (cameDrawn) return <div className="aspect-2/3" suppressHydrationWarning dangerouslySetInnerHTML={LEFT_ALONE} />
  return (
    <div className="aspect-2/3">
      <Suspense>
        <DrawnCover book={book} />
      </Suspense>
    </div>
  )
}

const LEFT_ALONE = { __html: '' }
