import { unlessRefused } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { notifyAccount } from '../messages.sql.ts'
import { startInside } from '../start-conversation.ts'
import { deleteQuestion, takeQuestion } from './waiting-questions.sql.ts'

/**
 * Sends the question that waited for the confirmation of its account's email. Where it may not be sent any more, as
 * when its book left the shop, it is discarded. Does nothing while the email is unconfirmed, and nothing the second time.
 */
export async function sendWaitingQuestion(services: Pick<Services, 'db' | 'clock'>, accountId: string): Promise<void> {
  let isOver = false
  await unlessRefused(async ({ refuse }) => {
    await services.db.transaction().execute(async (tx) => {
      const sender = await lockAccount(tx, accountId)
      if (!sender || sender.closedAt || sender.suspendedAt || !sender.emailVerified) return
      // Its pages show by themselves that the email is confirmed.
      await notifyAccount(tx, accountId)
      const question = await takeQuestion(tx, accountId)
      if (!question) return
      const { bookId, orderId, messageId, text } = question
      isOver = true
      await startInside({ ...services, refuse }, tx, sender, orderId === null ? { bookId } : { orderId }, {
        messageId,
        text,
      })
      isOver = false
    })
  })
  // The refusal has undone the transaction.
  if (isOver) await deleteQuestion(services.db, accountId)
}
