import { randomUUID } from 'node:crypto'
import { aBook, anAccount, type TestAccount } from './accounts-and-books.ts'
import type { Sent, TestServer } from './test-server.ts'

/** A book, its seller, and an asker. */
export interface TestTalk {
  seller: TestAccount
  asker: TestAccount
  book: string
  /** The conversation's id. */
  id: string
}

/** Writes to a book's seller. */
export const ask = (
  server: TestServer,
  { token }: Pick<TestAccount, 'token'>,
  book: string,
  text = 'Is it still there?',
  messageId = randomUUID(),
): Promise<Sent> => server.send('POST', '/api/conversations', { token, body: { book, messageId, text } })

/** Writes into a conversation. */
export const write = (
  server: TestServer,
  { token }: Pick<TestAccount, 'token'>,
  id: string,
  text = 'Yes, it is.',
  messageId = randomUUID(),
): Promise<Sent> => server.send('POST', `/api/conversations/${id}/messages`, { token, body: { messageId, text } })

/** Starts a conversation with one message, the asker's. */
export async function aTalk(server: TestServer, given: Partial<Omit<TestTalk, 'id'>> = {}): Promise<TestTalk> {
  const seller = given.seller ?? (await anAccount(server.services, 'seller'))
  const asker = given.asker ?? (await anAccount(server.services, 'buyer'))
  const book = given.book ?? (await aBook(server.services, seller))
  const asked = await ask(server, asker, book)
  if (asked.status !== 200) throw new Error(asked.text)
  return { seller, asker, book, id: asked.json.conversationId as string }
}

/** Marks a conversation as read up to a message; returns the unread rest. */
export const readUpTo = async (
  server: TestServer,
  { token }: Pick<TestAccount, 'token'>,
  id: string,
  upTo: number,
): Promise<number> =>
  (await server.send('POST', `/api/conversations/${id}/read`, { token, body: { upTo } })).json.unread as number

/** Unread counts of an account, in total and per conversation. */
export async function unreadOf(
  server: TestServer,
  { token }: Pick<TestAccount, 'token'>,
): Promise<{ all: number; each: number[] }> {
  const [{ json: count }, { json: list }] = await Promise.all([
    server.send('GET', '/api/unread-messages', { token }),
    server.send('GET', '/api/conversations', { token }),
  ])
  return { all: count.unread as number, each: (list as { unread: number }[]).map(({ unread }) => unread) }
}
