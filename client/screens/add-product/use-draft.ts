import { useEffect, useRef, useState } from 'react'
import { toast } from '#client/parts/notice-store.ts'
import { findDraft, forgetDraft, isEmptyDraft, keepDraft, textsOf } from './draft.ts'

/**
 * The unfinished form of this person, kept with every key stroke, so that not even a crash loses it. Whoever leaves
 * the screen with something in it is told so.
 */
export function useDraft(accountId: string) {
  const [restored] = useState(() => findDraft(accountId))
  const hasNews = useRef(false)
  useEffect(
    () => () => {
      if (hasNews.current) toast('Draft saved', 'success')
    },
    [],
  )

  return {
    /** What was in the form the last time. */
    restored,
    isRestored: !isEmptyDraft(restored),
    keep(form: HTMLFormElement) {
      const texts = textsOf(new FormData(form))
      keepDraft(accountId, texts)
      hasNews.current = !isEmptyDraft(texts)
    },
    forget() {
      forgetDraft(accountId)
      hasNews.current = false
    },
  }
}
