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
 * The unfinished form of a person, kept with every key stroke, so that not even a crash loses it. What was sent in the
 * fields that it `remembers` is what the next form starts with; that alone makes no draft. `holds` tells whether what
 * isn't typed makes one.
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
    /** What the form starts with. */
    texts: { ...last, ...restored.texts },
    /** What was sent the last time; empty in a browser that doesn't know. */
    last,
    /** As it came back. */
    restored,
    isRestored,
    /** There is something that discarding would lose. */
    isKept,
    /** Something was kept since the form is open. */
    hasNews,
    keep: (texts: Texts) => keep({ texts }),
    keepMore: (more: Draft['more']) => keep({ more }),
    present: () => latest.current,
    /** What was sent the last time, learned only now. */
    startWith(texts: Texts) {
      rememberLast(place, texts, remembers)
      start.current = texts
    },
    /** It was sent with these, or is not wanted any more. */
    end(sent?: Texts) {
      if (sent) rememberLast(place, sent, remembers)
      isOver.current = true
      hasNews.current = false
      forgetDraft(place)
      setKept(false)
    },
  }
}

/** Shows a toast when a form with a kept draft is left; none while `words` are ''. */
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
