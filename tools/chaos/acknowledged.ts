import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** A write that the shop has acknowledged with a 2xx, by the names in `COUNTS`. */
export type Noted =
  | { kind: 'account'; email: string }
  | { kind: 'book'; id: string }
  | { kind: 'order'; id: string; book: string }
  | { kind: 'step'; order: string; to: string }
  | { kind: 'cash'; order: string }
  | { kind: 'payment'; order: string; intent: string }
  | { kind: 'refund'; order: string; key: string; amount: number }
  | { kind: 'message'; id: string }
  | { kind: 'favourite'; email: string; book: string }

/** How often the database has what was acknowledged as `n`: once, or it was lost or doubled. */
const COUNTS: Readonly<Record<Noted['kind'], string>> = {
  account: `SELECT count(*) FROM accounts a WHERE a.email = n ->> 'email'`,
  book: `SELECT count(*) FROM books b WHERE b.id = (n ->> 'id')::uuid`,
  order: `SELECT count(*) FROM orders o WHERE o.id = (n ->> 'id')::uuid AND o.book_id = (n ->> 'book')::uuid`,
  step: `SELECT count(*) FROM order_events e WHERE e.order_id = (n ->> 'order')::uuid AND e.to_state = n ->> 'to'
    AND e.from_state <> e.to_state`,
  cash: `SELECT count(*) FROM order_events e WHERE e.order_id = (n ->> 'order')::uuid
    AND e.transition = 'buyer_chooses_cash'`,
  payment: `SELECT count(*) FROM payments p WHERE p.order_id = (n ->> 'order')::uuid AND p.intent_id = n ->> 'intent'`,
  refund: `SELECT count(*) FROM refunds r WHERE r.order_id = (n ->> 'order')::uuid AND r.request_key = n ->> 'key'
    AND r.amount = (n ->> 'amount')::int`,
  message: `SELECT count(*) FROM messages m WHERE m.id = (n ->> 'id')::uuid`,
  favourite: `SELECT count(*) FROM favourites f JOIN accounts a ON a.id = f.account_id
    WHERE a.email = n ->> 'email' AND f.book_id = (n ->> 'book')::uuid`,
}

/** What was acknowledged, with when it was asked. */
export class Acknowledged {
  readonly notes: (Noted & { askedAt: number })[] = []
  private waiting: { since: number; done: (at: number) => void }[] = []

  /** Notes a write that was asked at `askedAt` (performance.now()). */
  note(noted: Noted, askedAt: number): void {
    this.notes.push({ ...noted, askedAt })
    const [due, left] = [[] as typeof this.waiting, [] as typeof this.waiting]
    for (const each of this.waiting) (each.since <= askedAt ? due : left).push(each)
    this.waiting = left
    for (const { done } of due) done(performance.now())
  }

  /** Seconds from `since` until a write that was asked later is acknowledged; null after `withinMs`. */
  async nextAfter(since: number, withinMs: number): Promise<number | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, withinMs, null)))
    const next = new Promise<number>((done) => this.waiting.push({ since, done }))
    const at = await Promise.race([next, late])
    clearTimeout(timer)
    return at === null ? null : (at - since) / 1000
  }

  /** Compares everything noted so far with the database: the notes that are lost there, and those that are doubled. */
  async compare(db: Db): Promise<{ lost: Noted[]; doubled: Noted[] }> {
    const [lost, doubled]: [Noted[], Noted[]] = [[], []]
    const notes = [...this.notes]
    for (const [kind, count] of Object.entries(COUNTS)) {
      const own = JSON.stringify(notes.filter((note) => note.kind === kind))
      const { rows } = await sql<{ note: Noted; times: number }>`
        SELECT note, times FROM (SELECT n AS note, (${sql.raw(count)})::int AS times
          FROM jsonb_array_elements(${own}::jsonb) AS n) counted WHERE times <> 1`.execute(db)
      for (const { note, times } of rows) (times === 0 ? lost : doubled).push(note)
    }
    return { lost, doubled }
  }
}
