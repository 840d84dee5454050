import { DraftNote } from './draft-note.tsx'
import type { useEditDraft } from './use-edit-draft.ts'

interface ChangesAreBackProps {
  draft: Pick<ReturnType<typeof useEditDraft>, 'isRestored' | 'end'>
  /** Begins again with what is saved. */
  onDiscard: () => void
}

/** Where the form of something that there is already has what was typed before and not saved. */
export const ChangesAreBack = ({ draft, onDiscard }: ChangesAreBackProps) =>
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
