import { sql } from 'kysely'
import type { AnswersWithin } from '#contract/books/answers-within.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { buckets } from '#server/database/buckets/buckets.ts'
import { reading } from '#server/database/buckets/shown-buckets.ts'
import type { Db } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

const selection = {
  id: sql<string>`a.id`,
  name: sql<string>`${nameOf('a')}`,
  emailVerified: sql<boolean>`a.email_verified`,
  photoUrl: sql<string | null>`a.photo_url`,
  joinedAt: sql<Date>`a.created_at`,
  /** Sum plus later notes: the cost doesn't grow with the number of sales. */
  sold: sql<number>`(coalesce((SELECT sold FROM seller_sales WHERE seller_id = a.id), 0)
    + coalesce((SELECT sum(sold) FROM seller_sale_changes WHERE seller_id = a.id), 0))::int`,
  answersWithin: sql<AnswersWithin | null>`(SELECT within FROM seller_answers WHERE seller_id = a.id)`,
  isAway: sql<boolean>`EXISTS (SELECT FROM books WHERE seller_id = a.id AND removed_at IS NULL AND state = 'unsold'
    AND is_paused AND taken_down_at IS NULL AND paused_at IS NULL)`,
}
export type SellerRow = SelectedRow<typeof selection>
const columns = select(selection)

/** Finds an account with a visible book: for sale, paused, reserved or sold. */
export async function findSellerRow(db: Db, id: string): Promise<SellerRow | null> {
  const find = async () =>
    await sql<SellerRow>`
    SELECT ${columns}
    FROM accounts a
    WHERE a.id = ${id} AND a.closed_at IS NULL AND (
      EXISTS (SELECT FROM books WHERE seller_id = a.id AND removed_at IS NULL AND taken_down_at IS NULL)
      OR EXISTS (SELECT FROM books WHERE seller_id = a.id AND state = 'sold' AND taken_down_at IS NULL))`.execute(db)
  const { rows } = await reading(find, () => [buckets.seller(id)])
  return rows[0] ?? null
}

/** Folds new notes into the sums, atomically: readers never count a note twice, nor do two runs at once. */
export async function foldSales(db: Db): Promise<void> {
  await sql`
    WITH noted AS (DELETE FROM seller_sale_changes RETURNING seller_id, sold)
    INSERT INTO seller_sales (seller_id, sold) SELECT seller_id, sum(sold) FROM noted GROUP BY seller_id
    -- Two that fold at once take the sums in the same order.
    ORDER BY seller_id
    ON CONFLICT (seller_id) DO UPDATE SET sold = seller_sales.sold + excluded.sold`.execute(db)
}
