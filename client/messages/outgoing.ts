import * as z from 'zod/mini'
import { sendMessage, startConversation } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { queueInStorage } from '#client/ui/storage/queue-in-storage.ts'
import { sendQueue, useQueue } from '#client/ui/storage/send-queue.ts'

/** Recipient of a message: a conversation, or the book or order that starts it. */
const place = z.union([
  z.object({ conversation: z.uuid() }),
  z.object({ book: z.uuid() }),
  z.object({ order: z.uuid() }),
])
export type Place = z.output<typeof place>

/** Queued message that the server doesn't have yet. */
const message = z.object({ id: z.uuid(), place, text: z.string(), refused: z.optional(z.string()) })
export type Outgoing = z.output<typeof message>

const stored = z.catch(z.array(message), [])

/** Send queue of messages, so that writing works offline. */
export const outgoing = sendQueue<Outgoing>(
  'messages-out',
  queueInStorage('messages-out', (json) => stored.parse(json)),
  ({ id: messageId, place: to, text }) =>
    'conversation' in to
      ? call(sendMessage, { params: { id: to.conversation }, body: { messageId, text } })
      : call(startConversation, { body: { ...to, messageId, text } }),
  // The daily limit is final for today, so don't retry.
  (error) => error instanceof ProblemError && error.code === 'too_many_messages',
)

/** Queues a message and sends it as soon as possible. */
export const post = (accountId: string, to: Place, text: string): Promise<void> =>
  outgoing.add(accountId, { id: newUuid(), place: to, text })

const isSame = (one: Place, other: Place) => JSON.stringify(one) === JSON.stringify(other)

/** Queued and refused messages to a recipient. */
export const useOutgoing = (accountId: string, to: Place): readonly Outgoing[] =>
  useQueue(outgoing, accountId).items.filter((one) => isSame(one.place, to))

/** `crypto.randomUUID` needs a secure context. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
