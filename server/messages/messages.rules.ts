import { dayBefore } from '#contract/duration.ts'
import {
  MOST_CONVERSATIONS_A_DAY,
  MOST_CONVERSATIONS_ON_THE_FIRST_DAY,
  MOST_MESSAGES_A_DAY,
} from '#contract/messages/messages.ts'
import type { Refuses } from '#contract/problems.ts'

/** Refuses a message over the day's limit. */
export function requireFewMessages(may: Refuses<'too_many_messages'>, sent: number): void {
  if (sent >= MOST_MESSAGES_A_DAY)
    may.refuse(
      'too_many_messages',
      `You have sent ${MOST_MESSAGES_A_DAY} messages in the last 24 hours. Please continue tomorrow.`,
    )
}

/** Refuses a new conversation over the day's limit, which is lower for new accounts. */
export function requireFewConversations(
  may: Refuses<'too_many_messages'>,
  begun: number,
  account: { joinedAt: Date },
  now: Date,
): void {
  const most = account.joinedAt > dayBefore(now) ? MOST_CONVERSATIONS_ON_THE_FIRST_DAY : MOST_CONVERSATIONS_A_DAY
  if (begun >= most)
    may.refuse(
      'too_many_messages',
      `You have written to ${most} people in the last 24 hours. Please wait for their answers, and continue tomorrow.`,
    )
}
