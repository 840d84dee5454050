import { useRef, useState } from 'react'
import type { Texts } from '#client/forms/typed-fields.ts'
import { readDraft, deleteDraft, isFilledIn, saveDraft, type DraftPlace } from './draft-storage.ts'

/**
 * Draft of an edit form: restores unsaved input with the revision it was based on. `locked` fields stay as saved.
 * Photos are not part of it.
 */
export function useEditDraft<Name extends string>(
  place: DraftPlace,
  { saved, revision: opened, locked = [] }: { saved: Texts<Name>; revision: number; locked?: readonly string[] },
) {
  const [found] = useState(() => readDraft(place, Object.keys(saved)))
  const isRestored = isFilledIn(found.texts, saved)
  const savedRevision = found.more.revision
  const revision = useRef(isRestored && typeof savedRevision === 'number' ? savedRevision : opened)
  const asSaved = Object.fromEntries(locked.map((field) => [field, saved[field as Name]]))
  return {
    isRestored,
    /** Revision that a save would replace (optimistic locking). */
    revision: () => revision.current,
    replaceInstead(fresh: number) {
      revision.current = fresh
    },
    texts: isRestored ? { ...saved, ...found.texts, ...asSaved } : saved,
    save: (texts: Texts) => saveDraft(place, { texts, more: { revision: revision.current } }),
    end: () => deleteDraft(place),
  }
}
