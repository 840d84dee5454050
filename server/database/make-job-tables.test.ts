import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { makeJobTables } from './make-job-tables.ts'

const database = await testDatabase()
const { db, pool } = database

async function plannedOnce(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT proname AS name FROM pg_proc WHERE 'plan_cache_mode=force_generic_plan' = ANY(proconfig)
    ORDER BY proname COLLATE "C"`.execute(db)
  return rows.map(({ name }) => name)
}

test('plans are cached for the functions that each claim runs, and no others', async () => {
  const expected = [
    'add_job',
    'add_jobs',
    'date_changed_books',
    'keep_audit_log',
    'keep_book_prices',
    'keep_ledger',
    'keep_order_events',
    'ledger_sums_to_zero',
    'note_account_counts',
    'note_books_of_the_confirmed',
    'note_category_counts',
    'note_changed_account',
    'note_changed_books',
    'note_changed_bucket',
    'note_changed_seller',
    'note_fresh_books',
    'note_owed',
    'note_sales',
    'note_search_changes',
    'note_verified_sellers',
    'raise_catalogue_version',
    'refund_what_was_paid',
  ]
  expect(await plannedOnce()).toEqual(expected)
  // As a later version of the job runner would leave them; two programs start at once.
  await sql`ALTER FUNCTION graphile_worker.add_jobs RESET ALL`.execute(db)
  await sql`ALTER FUNCTION note_category_counts RESET ALL`.execute(db)
  await Promise.all([makeJobTables(pool), makeJobTables(pool), makeJobTables(pool)])
  expect(await plannedOnce()).toEqual(expected)
})
