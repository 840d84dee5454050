import type { WaitingQuestion } from '#contract/messages/messages.ts'
import type { Services } from '#server/services.ts'
import { deleteQuestion, findQuestionRow } from './waiting-questions.sql.ts'

/** Finds the message of an account that waits until its email is confirmed; null for none. */
export async function findQuestion({ db }: Pick<Services, 'db'>, accountId: string): Promise<WaitingQuestion | null> {
  const row = await findQuestionRow(db, accountId)
  if (!row) return null
  const { messageId, bookId, title, orderId, text } = row
  return { messageId, book: { id: bookId, title }, orderId, text }
}

/** Discards it. Called twice, nothing changes. */
export const discardQuestion = ({ db }: Pick<Services, 'db'>, accountId: string): Promise<void> =>
  deleteQuestion(db, accountId)
