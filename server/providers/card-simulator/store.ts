import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { DAY_MS, dayBefore } from '#contract/duration.ts'
import { isDelivered } from './events.ts'
import type { Kind, ObjectOf, StripeEvent, StripeObject, ThinEvent } from './objects.ts'

/** Days for which Stripe lists an event. */
const EVENT_DAYS = 30

export interface Answer {
  status: number
  body: object
}

/** Storage of the simulator. Each transaction happens as a whole or not at all. */
export interface SimulatorStore {
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Takes due events, and deletes those that Stripe would list no more. They are reserved until `reservedUntil` and due again then, so that none is lost. */
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
  /** Objects of a kind that exist at the page's time, newest first. */
  list<K extends Kind>(kind: K, page: Page): Promise<ObjectOf<K>[]>
  /** Saves objects; one that is created at a later time is not listed before. */
  save(objects: StripeObject[], now: Date): Promise<void>
  /** Saves events, and delivers those whose types the endpoint asked for, at the time of each. */
  enqueue(events: (StripeEvent | ThinEvent)[], now: Date): Promise<void>
  /** Claims an idempotency key. Returns its earlier use, `in use` while another request has it, else null. */
  claimKey(
    key: string,
    fingerprint: string,
    now: Date,
  ): Promise<{ fingerprint: string; answer: Answer } | 'in use' | null>
  keepAnswer(key: string, answer: Answer): Promise<void>
}

/** A page of a list: `limit` objects, next to one that is known. */
export interface Page {
  now: Date
  limit: number
  /** Fields with their value, or one of several. */
  where?: Record<string, string | string[]>
  /** Unix seconds of the creation. */
  created?: { from: number; to: number }
  /** The object after which (older) or before which (newer) the page lies. */
  after?: StripeObject
  before?: StripeObject
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
      const expired = new Date(now.getTime() - EVENT_DAYS * DAY_MS)
      await sql`
        DELETE FROM card_simulator.objects
        WHERE document ->> 'object' IN ('event', 'v2.core.event') AND created_at < ${expired}`.execute(db)
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

    list: (kind, page) => listObjects(tx, kind, page),

    save: (objects, now) => saveObjects(tx, objects, now),

    async enqueue(events, now) {
      await saveObjects(tx, events, now)
      const delivered = events.filter(({ type }) => isDelivered(type))
      if (delivered.length === 0) return
      await sql`
        INSERT INTO card_simulator.deliveries (event_id, payload, next_attempt_at)
        SELECT payload::jsonb ->> 'id', payload, greatest(${now}::timestamptz, ${createdAt(sql`payload::jsonb`)})
        FROM unnest(${delivered.map((event) => JSON.stringify(event))}::text[]) AS payload`.execute(tx)
    },

    claimKey: (key, fingerprint, now) => claimKey(tx, key, fingerprint, now),

    async keepAnswer(key, answer) {
      await sql`
        UPDATE card_simulator.idempotency_keys
        SET status = ${answer.status}, body = ${JSON.stringify(answer.body)}::jsonb WHERE key = ${key}`.execute(tx)
    },
  }
}

/** When an object is created: Unix seconds, or a time in words in the newer half of the API. */
const createdAt = (object: RawBuilder<unknown>) => sql`
  CASE jsonb_typeof(${object} -> 'created') WHEN 'number' THEN to_timestamp((${object} ->> 'created')::bigint)
    ELSE (${object} ->> 'created')::timestamptz END`

async function saveObjects<DB>(tx: Transaction<DB>, objects: StripeObject[], now: Date): Promise<void> {
  await sql`
    INSERT INTO card_simulator.objects (id, document, created_at)
    SELECT each ->> 'id', each, greatest(${now}::timestamptz, ${createdAt(sql`each`)})
    FROM jsonb_array_elements(${JSON.stringify(objects)}::jsonb) AS each
    ON CONFLICT (id) DO UPDATE SET document = excluded.document`.execute(tx)
}

async function listObjects<DB, K extends Kind>(
  tx: Transaction<DB>,
  kind: K,
  { now, limit, where = {}, created, after, before }: Page,
): Promise<ObjectOf<K>[]> {
  const place = (object: StripeObject) =>
    sql`(SELECT created_at, id FROM card_simulator.objects WHERE id = ${object.id})`
  const conditions = [
    sql`document ->> 'object' = ${kind}`,
    sql`created_at <= ${now}`,
    ...Object.entries(where).map(([name, value]) => sql`document ->> ${sql.lit(name)} = ANY(${[value].flat()})`),
    ...(created ? [sql`(document ->> 'created')::bigint BETWEEN ${created.from} AND ${created.to}`] : []),
    ...(after ? [sql`(created_at, id) < ${place(after)}`] : []),
    ...(before ? [sql`(created_at, id) > ${place(before)}`] : []),
  ]
  const order = before ? sql`created_at, id` : sql`created_at DESC, id DESC`
  const { rows } = await sql<{ document: ObjectOf<K> }>`
    SELECT document FROM card_simulator.objects WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${order} LIMIT ${limit}`.execute(tx)
  const documents = rows.map((row) => row.document)
  return before ? documents.toReversed() : documents
}

async function claimKey<DB>(
  tx: Transaction<DB>,
  key: string,
  fingerprint: string,
  now: Date,
): ReturnType<StoreTransaction['claimKey']> {
  const earlier = await findUse(tx, key, now)
  if (earlier) return earlier
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`card_simulator ${key}`}, 0)) AS "isFree"`.execute(tx)
  if (!rows[0]?.isFree) return 'in use'
  // The request that had the key may have ended since it was looked for.
  const claim = await sql`
    INSERT INTO card_simulator.idempotency_keys (key, fingerprint, created_at) VALUES (${key}, ${fingerprint}, ${now})
    ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, created_at = excluded.created_at
    WHERE idempotency_keys.created_at < ${dayBefore(now)}`.execute(tx)
  return claim.numAffectedRows === 1n ? null : findUse(tx, key, now)
}

/** The use of an idempotency key, which expires after a day. */
async function findUse<DB>(
  tx: Transaction<DB>,
  key: string,
  now: Date,
): Promise<{ fingerprint: string; answer: Answer } | null> {
  const { rows } = await sql<{ fingerprint: string } & Answer>`
    SELECT fingerprint, status, body FROM card_simulator.idempotency_keys
    WHERE key = ${key} AND created_at >= ${dayBefore(now)}`.execute(tx)
  return rows[0] ? { fingerprint: rows[0].fingerprint, answer: { status: rows[0].status, body: rows[0].body } } : null
}
