import { useState } from 'react'
import { deleteDraft, readDraft, saveDraft, VISITOR } from '#client/forms/drafts/draft-storage.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { currentSession } from '#client/session/session.ts'

/**
 * Draft of the question about a book that is asked on the way to the sign-up. The conversation's form reads the same
 * draft after a login instead. Both do nothing without a book.
 */
export function useFirstQuestion(book: string | null) {
  const place = { form: `message-${book}`, accountId: VISITOR }
  const [text] = useState(() => (book === null ? '' : (readDraft(place, ['text']).texts.text ?? '')))
  if (book === null) return { draft: null, send: async () => {} }
  return {
    draft: {
      texts: { question: text },
      save: ({ question = '' }: Texts) =>
        question.trim() ? saveDraft(place, { texts: { text: question }, more: {} }) : deleteDraft(place),
      end: () => deleteDraft(place),
    },
    /** Puts it among the messages to send, once its writer has signed up. */
    async send(question: string) {
      const session = currentSession()
      if (session.state !== 'signed-in' || !question) return
      // Lazy: most sign-ups ask nothing.
      const { post } = await import('#client/messages/outgoing.ts')
      await post(session.account.id, { book }, question)
    },
  }
}
