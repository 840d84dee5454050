import { DraftNote } from './draft-note.tsx'
import type { useEditDraft } from './use-edit-draft.ts'

interface RestoredChangesNoteProps {
  draft: Pick<ReturnType<typeof useEditDraft>, 'isRestored' | 'end'>
  /** Discards the draft and starts over with the saved values. */
  onDiscard: () => void
}

/** Notice of a restored draft in an edit form. */
export const RestoredChangesNote = ({ draft, onDiscard }: RestoredChangesNoteProps) =>
  draft.isRestored && (
    <DraftNote
      action="Discard"
      onAct={() => {
        draft.end()
        onDiscard()
      }}
    >
      Your unsaved changes are back.
    </DraftNote>
  )
