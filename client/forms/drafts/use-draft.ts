import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldName, Ruled, Texts } from '#client/forms/typed-fields.ts'
import { toast } from '#client/ui/notice-store.ts'
import {
  findDraft,
  forgetDraft,
  isFilledIn,
  keepDraft,
  recallLast,
  rememberLast,
  type Draft,
  type DraftPlace,
} from './kept-draft.ts'

/**
 * Draft of a form, saved on every input, so that a crash loses nothing. Values sent in the fields it `remembers` become
 * the next form's defaults, and make no draft by themselves. `holds`: whether `more` alone makes a draft.
 */
export function useDraft<Schema extends z.ZodMiniType>(
  place: DraftPlace,
  { rules }: Ruled<Schema>,
  remembers: readonly FieldName<Schema>[],
  holds: (more: Draft['more']) => boolean = () => false,
) {
  const [last] = useState(() => recallLast(place, remembers))
  const start = useRef<Texts>(last)
  const isWorthIt = ({ texts, more }: Draft, start: Texts) => isFilledIn(texts, start) || holds(more)
  const [restored] = useState(() => findDraft(place, Object.keys(rules)))
  const [isRestored] = useState(() => isWorthIt(restored, last))
  const [isKept, setKept] = useState(isRestored)
  const hasNews = useRef(false)
  const latest = useRef(restored)
  const isOver = useRef(false)

  function keep(news: Partial<Draft>) {
    if (isOver.current) return
    latest.current = { ...latest.current, ...news }
    const isKept = isWorthIt(latest.current, start.current)
    if (isKept) keepDraft(place, latest.current)
    else forgetDraft(place)
    hasNews.current = isKept
    setKept(isKept)
  }
  return {
    /** Initial values of the form. */
    texts: { ...last, ...restored.texts },
    /** Values sent last time; empty in a new browser. */
    last,
    /** Draft as restored. */
    restored,
    isRestored,
    /** A draft exists, which discarding would lose. */
    isKept,
    /** Draft was saved since the form opened. */
    hasNews,
    keep: (texts: Texts) => keep({ texts }),
    keepMore: (more: Draft['more']) => keep({ more }),
    present: () => latest.current,
    /** Sets defaults that arrive after the form has opened. */
    startWith(texts: Texts) {
      rememberLast(place, texts, remembers)
      start.current = texts
    },
    /** Deletes the draft, after these values were sent or on discard. */
    end(sent?: Texts) {
      if (sent) rememberLast(place, sent, remembers)
      isOver.current = true
      hasNews.current = false
      forgetDraft(place)
      setKept(false)
    },
  }
}

/** Shows a toast when a form with a saved draft unmounts; none while `words` is ''. */
export function useDraftSavedToast({ hasNews }: Pick<ReturnType<typeof useDraft>, 'hasNews'>, words: string): void {
  const last = useRef(words)
  useEffect(() => {
    last.current = words
  }, [words])
  useEffect(
    () => () => {
      if (hasNews.current && last.current) toast(last.current, 'success')
    },
    [hasNews],
  )
}
