import { sql, type RawBuilder } from 'kysely'
import type { CategoryFacts } from '#contract/books/category-calls.ts'
import { buckets } from '#server/database/buckets/buckets.ts'
import { reading } from '#server/database/buckets/shown-buckets.ts'
import { selected, type RowOf } from '#server/database/columns.ts'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { columnsUnder, select, type SelectedRow } from '#server/database/selection.ts'
import { categoryColumns, shownCategoryColumns } from './category.columns.ts'

const selection = {
  ...columnsUnder(shownCategoryColumns, 'c'),
  /** Sums and what changed since: exact, and as cheap for a million books as for one. */
  unsoldCount: sql<number>`(coalesce((SELECT unsold FROM category_counts WHERE category = c.slug), 0)
    + coalesce((SELECT sum(unsold) FROM category_count_changes WHERE category = c.slug), 0))::int`,
}
export type CategoryRow = SelectedRow<typeof selection>
const columns = select(selection)

/** With how many books of each are for sale. */
export async function listCategoryRows(db: Db): Promise<CategoryRow[]> {
  const list = async () =>
    await sql<CategoryRow>`
    ${preparedStatement} SELECT ${columns} FROM categories c ORDER BY position, slug`.execute(db)
  const { rows } = await reading(list, () => [buckets.categories, buckets.countOf({})])
  return rows
}

/**
 * Adds what was noted since the last time to the sums, so that reading them stays cheap. A reader meanwhile sees the
 * one or the other, never a note twice; called twice at once, each note is added by one of them.
 */
export async function foldCategoryCounts(db: Db): Promise<void> {
  await sql`
    WITH noted AS (DELETE FROM category_count_changes RETURNING category, unsold)
    INSERT INTO category_counts (category, unsold) SELECT category, sum(unsold) FROM noted GROUP BY category
    -- Two that fold at once take the sums in the same order.
    ORDER BY category
    ON CONFLICT (category) DO UPDATE SET unsold = category_counts.unsold + excluded.unsold`.execute(db)
}

/** The slug of a statement's expression where there is such a category, else null. */
export const slugIfKnown = (slug: RawBuilder<unknown>) =>
  sql`(SELECT known.slug FROM categories known WHERE known.slug = ${slug})`

export async function findCategory(db: Db, slug: string): Promise<{ slug: string } | null> {
  const find = async () => await sql<{ slug: string }>`SELECT slug FROM categories WHERE slug = ${slug}`.execute(db)
  const { rows } = await reading(find, () => [buckets.categories])
  return rows[0] ?? null
}

/** The same with a key-share lock, for a listing in that category: it stays until the transaction ends. */
export async function keepCategory(tx: Tx, slug: string): Promise<{ slug: string } | null> {
  const { rows } = await sql<{ slug: string }>`
    SELECT slug FROM categories WHERE slug = ${slug} FOR KEY SHARE`.execute(tx)
  return rows[0] ?? null
}

/** Where the books went that were at this address once; null where there never were any, or there are some again. */
export async function findLaterSlug(db: Db, slug: string): Promise<string | null> {
  const find = async () =>
    await sql<{ slug: string }>`
    SELECT c.slug FROM category_former_slugs f JOIN categories c ON c.id = f.category_id
    WHERE f.slug = ${slug} AND NOT EXISTS (SELECT FROM categories WHERE slug = ${slug})`.execute(db)
  const { rows } = await reading(find, () => [buckets.categories])
  return rows[0]?.slug ?? null
}

export type LockedCategory = RowOf<typeof categoryColumns>

/** These categories, locked in one order; those that there are. */
export async function lockCategories(tx: Tx, ids: readonly string[]): Promise<LockedCategory[]> {
  const { rows } = await sql<LockedCategory>`
    SELECT ${selected(categoryColumns)} FROM categories
    WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`.execute(tx)
  return rows
}

/** A new category, whose address leads nowhere else any more; null where there is one at its address. */
export async function insertCategory(
  tx: Tx,
  slug: string,
  { description, imageUrl, position }: Omit<CategoryFacts, 'name'> & { position: number | 'last' },
): Promise<string | null> {
  const place = position === 'last' ? sql`(SELECT coalesce(max(position), 0) + 1 FROM categories)` : sql`${position}`
  const { rows } = await sql<{ id: string }>`
    INSERT INTO categories (slug, image_url, description, position) VALUES (${slug}, ${imageUrl}, ${description}, ${place})
    ON CONFLICT (slug) DO NOTHING RETURNING id`.execute(tx)
  if (rows[0]) await sql`DELETE FROM category_former_slugs WHERE slug = ${slug}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether that changes anything. */
export async function updateCategory(
  tx: Tx,
  id: string,
  { description, imageUrl }: Omit<CategoryFacts, 'name'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE categories SET description = ${description}, image_url = ${imageUrl}
    WHERE id = ${id} AND (description, image_url) IS DISTINCT FROM (${description}, ${imageUrl})`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** Which way a category's books go, null where they stay; a second move waits for the first. */
export async function lockMove(tx: Tx, id: string): Promise<{ from: string; into: string; intoId: string } | null> {
  const { rows } = await sql<{ from: string; into: string; intoId: string }>`
    SELECT c.slug AS "from", later.slug AS "into", later.id AS "intoId"
    FROM categories c JOIN categories later ON later.id = c.moving_to WHERE c.id = ${id} FOR NO KEY UPDATE OF c`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** From now on its books are on their way to another one. */
export async function markMoving(tx: Tx, id: string, intoId: string): Promise<void> {
  await sql`UPDATE categories SET moving_to = ${intoId} WHERE id = ${id}`.execute(tx)
}

/** Removes a category without books; its address, and those that led to it, lead to the other one. */
export async function endMoving(tx: Tx, { id, slug }: LockedCategory, intoId: string): Promise<void> {
  await sql`UPDATE categories SET moving_to = ${intoId} WHERE moving_to = ${id}`.execute(tx)
  await sql`UPDATE category_former_slugs SET category_id = ${intoId} WHERE category_id = ${id}`.execute(tx)
  await deleteCategory(tx, id)
  await sql`INSERT INTO category_former_slugs (slug, category_id) VALUES (${slug}, ${intoId})`.execute(tx)
}

export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM categories WHERE id = ${id}`.execute(tx)
}
