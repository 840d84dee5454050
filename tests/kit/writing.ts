import { randomUUID } from 'node:crypto'
import { send, type Member } from './members.ts'
import type { ShopProcess } from './shop-process.ts'

/** A question to a book's seller, asked over HTTP where that is not what a journey is about. Gives the conversation's id. */
export async function aConversationOf(
  shop: ShopProcess,
  { token }: Pick<Member, 'token'>,
  book: string,
  text = 'Is it still there?',
): Promise<string> {
  const answer = await send(shop, '/api/conversations', { token, body: { book, messageId: randomUUID(), text } })
  return ((await answer.json()) as { conversationId: string }).conversationId
}

/** Sends a further message. */
export const writeIn = (shop: ShopProcess, { token }: Pick<Member, 'token'>, id: string, text: string) =>
  send(shop, `/api/conversations/${id}/messages`, { token, body: { messageId: randomUUID(), text } })
