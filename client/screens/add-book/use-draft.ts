import { useEffect, useRef, useState } from 'react'
import { toast } from '#client/ui/notice-store.ts'
import { findDraft, forgetDraft, isEmptyDraft, keepDraft, type Draft, type Texts } from './draft.ts'
import { recallPlace, rememberPlace } from './remembered-location.ts'

/**
 * The unfinished form of this person, kept with every key stroke, so that not even a crash loses it. Whoever leaves
 * the screen with something new in it is told so.
 */
export function useDraft(accountId: string) {
  const [start, setStart] = useState(() => recallPlace(accountId))
  const [restored] = useState(() => findDraft(accountId))
  const [isKept, setKept] = useState(() => !isEmptyDraft(restored, start))
  const hasNews = useRef(false)
  useEffect(
    () => () => {
      if (hasNews.current) toast('Draft saved', 'success')
    },
    [],
  )

  return {
    /** What the form starts with: the draft, and where the last book was. */
    texts: { ...start, ...restored.texts },
    /** This browser remembers where the last book was. */
    isPlaceKnown: Object.keys(start).length > 0,
    /** What the form starts with anyway, learned only now: it makes no draft. */
    startWith(place: Texts) {
      rememberPlace(accountId, place)
      setStart(place)
    },
    /** The draft of the last time, as it came back. */
    restored,
    isRestored: !isEmptyDraft(restored, start),
    /** There is something that discarding would lose. */
    isKept,
    keep(draft: Draft) {
      const isWorthIt = !isEmptyDraft(draft, start)
      if (isWorthIt) keepDraft(accountId, draft)
      else forgetDraft(accountId)
      hasNews.current = isWorthIt
      setKept(isWorthIt)
    },
    forget() {
      forgetDraft(accountId)
      hasNews.current = false
      setKept(false)
    },
  }
}
