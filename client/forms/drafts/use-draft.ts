import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldName, Ruled, Texts } from '#client/forms/typed-fields.ts'
import { toast } from '#client/ui/notice-store.ts'
import {
  readDraft,
  deleteDraft,
  isFilledIn,
  saveDraft,
  readDefaults,
  saveDefaults,
  type Draft,
  type DraftPlace,
} from './draft-storage.ts'

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
  const [defaults] = useState(() => readDefaults(place, remembers))
  const start = useRef<Texts>(defaults)
  const isWorthIt = ({ texts, more }: Draft, start: Texts) => isFilledIn(texts, start) || holds(more)
  const [restored] = useState(() => readDraft(place, Object.keys(rules)))
  const [isRestored] = useState(() => isWorthIt(restored, defaults))
  const [hasDraft, setHasDraft] = useState(isRestored)
  const hasNews = useRef(false)
  const latest = useRef(restored)
  const isOver = useRef(false)

  function update(news: Partial<Draft>) {
    if (isOver.current) return
    latest.current = { ...latest.current, ...news }
    const hasDraft = isWorthIt(latest.current, start.current)
    if (hasDraft) saveDraft(place, latest.current)
    else deleteDraft(place)
    hasNews.current = hasDraft
    setHasDraft(hasDraft)
  }
  return {
    /** Initial values of the form. */
    texts: { ...defaults, ...restored.texts },
    /** Values sent last time; empty in a new browser. */
    defaults,
    /** Draft as restored. */
    restored,
    isRestored,
    /** A draft exists, which discarding would lose. */
    hasDraft,
    /** Draft was saved since the form opened. */
    hasNews,
    save: (texts: Texts) => update({ texts }),
    saveMore: (more: Draft['more']) => update({ more }),
    present: () => latest.current,
    /** Sets defaults that arrive after the form has opened. */
    startWith(texts: Texts) {
      saveDefaults(place, texts, remembers)
      start.current = texts
    },
    /** Deletes the draft, after these values were sent or on discard. */
    end(sent?: Texts) {
      if (sent) saveDefaults(place, sent, remembers)
      isOver.current = true
      hasNews.current = false
      deleteDraft(place)
      setHasDraft(false)
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
