import { Suspense } from 'react'
import { SearchForm } from '#client/books/search-form.tsx'
import { useSession } from '#client/session/session.ts'
import { HowItWorks } from './how-it-works.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'

// Code splitting: only members load it.
const WhatWaits = lazyPart(() => import('./what-waits.tsx'))

/** Hero: what the club is, with the search. */
export function Hero() {
  return (
    <section aria-labelledby="welcome" className="text-center">
      <h1 id="welcome" className="mx-auto max-w-[22rem] leading-[1.1] sm:max-w-none sm:text-4xl">
        Good books deserve a second reader
      </h1>
      <p className="mx-auto mt-3 max-w-[40rem] font-text text-lg max-sm:hidden">
        Buy used books from people near you, and pass on the ones you have read. One copy, one price, one real person
        selling it.
      </p>
      <div className="mx-auto mt-3 max-w-[40rem] text-start sm:mt-5 *:mb-0 *:max-w-none">
        <SearchForm q="" />
      </div>
    </section>
  )
}

/** How the club works; for members what waits for them instead. */
export function Welcome() {
  if (useSession().state !== 'signed-in') return <HowItWorks />
  return (
    <Suspense fallback={<HowItWorks />}>
      <WhatWaits />
    </Suspense>
  )
}
