import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Form } from './form.rules.ts'

/** Most forms that are read of a block: a title as common as that says little, and its works are not looked through. */
export const MOST_OF_BLOCK = 200

/** A form in the index, with the id of its work. */
export interface StoredForm extends Form {
  id: string
  workId: string
}

const formColumns = sql`f.id, f.work_id AS "workId", f.title, f.author, f.isbn, f.language`

/** The works of these forms, by the forms' ids. */
export async function findWorksOfForms(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; workId: string }>`
    SELECT id, work_id AS "workId" FROM search.forms WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, workId }) => [id, workId]))
}

export async function listFormsOfBlocks(db: Db, blocks: readonly string[]): Promise<StoredForm[]> {
  const { rows } = await sql<StoredForm>`
    SELECT DISTINCT ON (f.id) ${formColumns} FROM unnest(${blocks}::text[]) AS given(block)
    CROSS JOIN LATERAL (
      SELECT b.form_id FROM search.form_blocks b WHERE b.block = given.block ORDER BY b.form_id LIMIT ${MOST_OF_BLOCK}
    ) first
    JOIN search.forms f ON f.id = first.form_id`.execute(db)
  return rows
}

export async function listFormsOfWorks(tx: Tx, workIds: readonly string[]): Promise<StoredForm[]> {
  const { rows } = await sql<StoredForm>`
    SELECT ${formColumns} FROM search.forms f WHERE f.work_id = ANY(${workIds}::uuid[]) ORDER BY f.id`.execute(tx)
  return rows
}

export async function addForms(tx: Tx, forms: readonly (StoredForm & { blocks: readonly string[] })[]): Promise<void> {
  if (forms.length === 0) return
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) AS given(id uuid, "workId" uuid, title text,
        author text, isbn text, language text, blocks text[])
    ), added AS (
      INSERT INTO search.forms (id, work_id, title, author, isbn, language)
      SELECT id, "workId", title, author, isbn, language FROM given
    )
    INSERT INTO search.form_blocks (block, form_id)
    SELECT block, id FROM given, unnest(blocks) AS block ORDER BY block COLLATE "C"`.execute(tx)
}

/** Moves forms with their copies to other works. */
export async function moveForms(tx: Tx, moves: readonly { id: string; from: string; to: string }[]): Promise<void> {
  if (moves.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS given(id uuid, "from" uuid, "to" uuid)`
  await sql`UPDATE search.forms f SET work_id = given."to" FROM ${given} WHERE f.id = given.id`.execute(tx)
  await sql`
    UPDATE search.books s SET work_id = given."to" FROM ${given}
    WHERE s.work_id = given."from" AND s.form_id = given.id`.execute(tx)
}

/** Deletes those of the forms that have no copies any more; returns them. */
export async function deleteEmptyForms(tx: Tx, ids: readonly string[]): Promise<StoredForm[]> {
  const { rows } = await sql<StoredForm>`
    DELETE FROM search.forms f WHERE f.id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM search.books s WHERE s.work_id = f.work_id AND s.form_id = f.id)
    RETURNING ${formColumns}`.execute(tx)
  return rows
}

export async function deleteBlocks(tx: Tx, forms: readonly { id: string; blocks: readonly string[] }[]): Promise<void> {
  if (forms.length === 0) return
  const pairs = forms.flatMap(({ id, blocks }) => blocks.map((block) => ({ id, block })))
  await sql`
    DELETE FROM search.form_blocks b
    USING jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS given(id uuid, block text)
    WHERE b.block = given.block AND b.form_id = given.id`.execute(tx)
}

/** The work of a copy; null where the copy isn't indexed. */
export async function findWorkOfCopy(db: Db, bookId: string): Promise<string | null> {
  const { rows } = await sql<{ workId: string }>`
    SELECT work_id AS "workId" FROM search.books WHERE book_id = ${bookId}`.execute(db)
  return rows[0]?.workId ?? null
}

/** Those of the forms that a decision asks to be grouped anew. */
export async function listUnsettledForms(tx: Tx, ids: readonly string[]): Promise<StoredForm[]> {
  const { rows } = await sql<StoredForm>`
    SELECT ${formColumns} FROM search.forms f WHERE f.id = ANY(${ids}::uuid[]) AND NOT f.is_settled`.execute(tx)
  return rows
}

export async function settleForms(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`UPDATE search.forms SET is_settled = true WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

/** Has the forms of all works with one of these blocks grouped anew: queues a copy of each. */
export async function unsettleForms(tx: Tx, blocks: readonly string[]): Promise<void> {
  await sql`
    WITH works AS (
      SELECT f.work_id FROM search.form_blocks b JOIN search.forms f ON f.id = b.form_id
      WHERE b.block = ANY(${blocks}::text[])
    ), unsettled AS (
      UPDATE search.forms SET is_settled = false WHERE work_id IN (SELECT work_id FROM works)
    )
    INSERT INTO search.changes (book_id)
    SELECT DISTINCT ON (s.form_id) s.book_id FROM search.books s WHERE s.work_id IN (SELECT work_id FROM works)
    ORDER BY s.form_id, s.book_id`.execute(tx)
}
