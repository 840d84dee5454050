import type { ClientBase } from 'pg'
import { type MovedMark, readMovedMark, removeMovedMark, writeMovedMark } from '#server/database/moved-mark.ts'
import { openLongSession } from './long-session.ts'

/** Which move fills a database, and where from. */
export type Arrival = Pick<MovedMark, 'move' | 'place' | 'isEmbedded'>

/** Marks a database that a move fills as no shop's until the source is marked, too; inside the move's transaction. */
export const markArrival = (client: ClientBase, arrival: Arrival): Promise<void> =>
  writeMovedMark(client, { ...arrival, state: 'arriving' })

/** The same where an earlier move has filled it; false where the shop has left it since, which is another story. */
export const beginArrival = (url: string, arrival: Arrival): Promise<boolean> =>
  onMark(url, async (client, mark) => {
    if (mark?.state === 'away') return false
    await markArrival(client, arrival)
    return true
  })

/** Whether nothing is missing in a database but the last step of this move. */
export const isArriving = (url: string, move: string): Promise<boolean> =>
  onMark(url, async (_, mark) => mark?.state === 'arriving' && mark.move === move)

/** The last step: from now on the shop is there. Called twice, it does nothing more. */
export const endArrival = (url: string): Promise<void> =>
  onMark(url, async (client, mark) => {
    if (mark?.state === 'arriving') await removeMovedMark(client)
  })

async function onMark<T>(url: string, work: (client: ClientBase, mark: MovedMark | null) => Promise<T>): Promise<T> {
  const client = await openLongSession(url, 'dogear move')
  try {
    await client.query('BEGIN')
    const result = await work(client, await readMovedMark(client))
    await client.query('COMMIT')
    return result
  } finally {
    await client.end()
  }
}
