import { type Kysely, sql, type Transaction } from 'kysely'
import type { Refund, StripeEvent, StripeObject } from './objects.ts'
import { dayBefore } from '#contract/duration.ts'

export interface Answer {
  status: number
  body: object
}

/** Storage of the simulator. Each transaction happens as a whole or not at all. */
export interface SimulatorStore {
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Takes due events. They are reserved until `reservedUntil` and due again then, so that none is lost. */
  takeDue(now: Date, reservedUntil: Date, limit: number): Promise<Delivery[]>
  /** Makes an event due again at a time. */
  putOff(eventId: string, until: Date): Promise<void>
  /** Deletes a delivered event. */
  delivered(eventId: string): Promise<void>
  /** Time of the next due event; null without one. */
  nextDue(): Promise<Date | null>
}

export interface StoreTransaction {
  find(id: string): Promise<StripeObject | null>
  /** Like find, with a row lock until this transaction ends. */
  lock(id: string): Promise<StripeObject | null>
  /** Newest first. */
  listRefunds(intentId: string, limit: number): Promise<Refund[]>
  save(object: StripeObject, now: Date): Promise<void>
  enqueue(event: StripeEvent, now: Date): Promise<void>
  /** Claims an idempotency key, waiting for concurrent requests with it. Returns its earlier use, else null. */
  claimKey(key: string, fingerprint: string, now: Date): Promise<{ fingerprint: string; answer: Answer } | null>
  keepAnswer(key: string, answer: Answer): Promise<void>
}

export interface Delivery {
  eventId: string
  payload: string
  /** This attempt included. */
  attempts: number
}

/** Store in the schema `card_simulator` of a PostgreSQL database. */
export function postgresStore<DB>(db: Kysely<DB>): SimulatorStore {
  return {
    transaction: (work) => db.transaction().execute((tx) => work(storeTransaction(tx))),

    async takeDue(now, reservedUntil, limit) {
      const { rows } = await sql<Delivery>`
        UPDATE card_simulator.deliveries AS delivery
        SET attempts = attempts + 1, next_attempt_at = ${reservedUntil}
        WHERE event_id IN (
          SELECT event_id FROM card_simulator.deliveries WHERE next_attempt_at <= ${now}
          ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING event_id AS "eventId", payload, attempts`.execute(db)
      return rows
    },

    async putOff(eventId, until) {
      await sql`
        UPDATE card_simulator.deliveries SET next_attempt_at = ${until} WHERE event_id = ${eventId}`.execute(db)
    },

    async delivered(eventId) {
      await sql`DELETE FROM card_simulator.deliveries WHERE event_id = ${eventId}`.execute(db)
    },

    async nextDue() {
      const { rows } = await sql<{ next: Date | null }>`
        SELECT min(next_attempt_at) AS next FROM card_simulator.deliveries`.execute(db)
      return rows[0]?.next ?? null
    },
  }
}

/** Store within an open transaction. */
export function storeTransaction<DB>(tx: Transaction<DB>): StoreTransaction {
  return {
    async find(id) {
      const { rows } = await sql<{ document: StripeObject }>`
        SELECT document FROM card_simulator.objects WHERE id = ${id}`.execute(tx)
      return rows[0]?.document ?? null
    },

    async lock(id) {
      const { rows } = await sql<{ document: StripeObject }>`
        SELECT document FROM card_simulator.objects WHERE id = ${id} FOR UPDATE`.execute(tx)
      return rows[0]?.document ?? null
    },

    async listRefunds(intentId, limit) {
      const { rows } = await sql<{ document: Refund }>`
        SELECT document FROM card_simulator.objects
        WHERE document ->> 'payment_intent' = ${intentId} AND document ->> 'object' = 'refund'
        ORDER BY created_at DESC LIMIT ${limit}`.execute(tx)
      return rows.map((row) => row.document)
    },

    async save(object, now) {
      await sql`
        INSERT INTO card_simulator.objects (id, document, created_at)
        VALUES (${object.id}, ${JSON.stringify(object)}::jsonb, ${now})
        ON CONFLICT (id) DO UPDATE SET document = excluded.document`.execute(tx)
    },

    async enqueue(event, now) {
      await sql`
        INSERT INTO card_simulator.deliveries (event_id, payload, next_attempt_at)
        VALUES (${event.id}, ${JSON.stringify(event)}, ${now})`.execute(tx)
    },

    async claimKey(key, fingerprint, now) {
      // An idempotency key expires after a day.
      const dayAgo = dayBefore(now)
      await sql`DELETE FROM card_simulator.idempotency_keys WHERE key = ${key} AND created_at < ${dayAgo}`.execute(tx)
      const claim = await sql`
        INSERT INTO card_simulator.idempotency_keys (key, fingerprint, created_at)
        VALUES (${key}, ${fingerprint}, ${now}) ON CONFLICT (key) DO NOTHING`.execute(tx)
      if (claim.numAffectedRows === 1n) return null
      const { rows } = await sql<{ fingerprint: string } & Answer>`
        SELECT fingerprint, status, body FROM card_simulator.idempotency_keys WHERE key = ${key}`.execute(tx)
      const used = rows[0]
      if (!used) throw new Error('an idempotency key vanished while it was read')
      return { fingerprint: used.fingerprint, answer: { status: used.status, body: used.body } }
    },

    async keepAnswer(key, answer) {
      await sql`
        UPDATE card_simulator.idempotency_keys
        SET status = ${answer.status}, body = ${JSON.stringify(answer.body)}::jsonb WHERE key = ${key}`.execute(tx)
    },
  }
}
