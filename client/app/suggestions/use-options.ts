import { useEffect, useState } from 'react'
import { asQuery } from '#contract/search/query.ts'
import { suggest, type Suggestion } from '#contract/search/suggest.ts'
import type { Site } from '#contract/site.ts'
import { isCatalogueOpen, isSearchOpen } from '#contract/visitors.ts'
import { call } from '#client/api/call.ts'
import { useSession } from '#client/session/session.ts'
import { ThrottledRequest } from './throttled-request.ts'
import { optionsFor, type Option } from './options.ts'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

/** Minimum length of a text with suggestions: a single letter matches too much. */
const SHORTEST = 2

interface Asked {
  typed: string
  suggested: Suggestion[]
}
const nothing: Asked = { typed: '', suggested: [] }

export interface Options {
  options: Option[]
  /** Requests suggestions for a text; earlier suggestions stay until the answer. */
  ask: (typed: string) => void
  stop: () => void
  remember: (text: string) => void
  forget: (text: string) => void
  forgetAll: () => void
}

/** Options for the typed text. Visitors get none where search is for members. */
export function useOptions(catalogue: Site['catalogue']): Options {
  const session = useSession()
  const [{ typed, suggested }, setAsked] = useState(nothing)
  const [suggestRequest] = useState(
    () => new ThrottledRequest((q: string, signal) => call(suggest, { query: { q } }, { signal })),
  )
  useEffect(() => () => suggestRequest.cancel(), [suggestRequest])
  const mine = session.state === 'signed-in' ? session.account.id : ''
  const isVisitor = session.state === 'signed-out'
  const isOutside = isVisitor && !isSearchOpen({ catalogue })
  const seesLists = !isVisitor || isCatalogueOpen({ catalogue })
  const ask = (text: string) => {
    const q = asQuery(text)
    const isEnough = !isOutside && q.length >= SHORTEST
    setAsked((before) => ({ typed: text, suggested: isEnough ? before.suggested : [] }))
    if (isEnough) suggestRequest.send(q, (found) => setAsked({ typed: text, suggested: found }))
    else suggestRequest.cancel()
  }
  // Rerenders to reread recent searches from local storage, which another tab may have changed.
  const again = () => setAsked((before) => ({ ...before }))
  return {
    // Until the session is known, show public suggestions only.
    options:
      isOutside || session.state === 'loading' ? [] : optionsFor(typed, recentSearches(mine), suggested, seesLists),
    ask,
    stop: () => {
      suggestRequest.cancel()
      setAsked(nothing)
    },
    remember: (text) => rememberSearch(mine, asQuery(text)),
    forget: (text) => {
      forgetSearch(mine, text)
      again()
    },
    forgetAll: () => {
      forgetSearches()
      again()
    },
  }
}
