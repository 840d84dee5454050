import { sql } from 'kysely'
import { anOrder } from './paying.ts'
import type { TestServer } from './test-server.ts'

/** A problem that the buyer opened, with an order of its own, by the shortest way. */
export async function anOpenProblem(server: TestServer, given: Parameters<typeof anOrder>[1]): Promise<string> {
  const { id } = await anOrder(server, given)
  const { rows } = await sql<{ id: string }>`
    WITH agreed AS (UPDATE orders SET state = 'agreed', seconds_left = 1 WHERE id = ${id} RETURNING id)
    INSERT INTO order_problems (order_id, kind, opened_by, opened_at) SELECT id, 'other', 'buyer', now() FROM agreed
    RETURNING id`.execute(server.database.db)
  return rows[0]!.id
}
