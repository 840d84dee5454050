import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Messages of context before and after a reported one. */
const AROUND = 5

/** A received message, with the messages around it. */
export interface ReceivedMessage {
  senderId: string
  title: string
  around: { id: string; senderId: string; text: string | null; sentAt: Date }[]
}

/** A message that an account received and can read; null for all others, and for its own. */
export async function findReceivedMessage(db: Db, id: string, readerId: string): Promise<ReceivedMessage | null> {
  const { rows } = await sql<{ senderId: string; conversationId: string; number: number; title: string; from: number }>`
    SELECT m.sender_id AS "senderId", m.conversation_id AS "conversationId", m.number, b.title,
      greatest(m.number - ${AROUND}, s.forgotten_number + 1) AS "from"
    FROM messages m
    JOIN conversation_sides s ON s.conversation_id = m.conversation_id AND s.account_id = ${readerId}
    JOIN conversations c ON c.id = m.conversation_id
    JOIN books b ON b.id = c.book_id
    WHERE m.id = ${id} AND m.sender_id <> ${readerId} AND m.text IS NOT NULL AND m.number > s.forgotten_number`.execute(
    db,
  )
  const [found] = rows
  if (!found) return null
  const { rows: around } = await sql<ReceivedMessage['around'][number]>`
    SELECT id, sender_id AS "senderId", text, sent_at AS "sentAt" FROM messages
    WHERE conversation_id = ${found.conversationId} AND number BETWEEN ${found.from} AND ${found.number + AROUND}
    ORDER BY number`.execute(db)
  return { senderId: found.senderId, title: found.title, around }
}
