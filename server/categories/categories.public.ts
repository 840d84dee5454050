import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

export interface CategoryRow {
  id: string
  slug: string
  imageUrl: string
  description: string
  unsoldCount: number
}

/** With how many books of each are for sale: exact, at the same cost however many there are (migration 0015). */
export async function listCategoryRows(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT id, slug, image_url AS "imageUrl", description, (
      coalesce((SELECT unsold FROM category_counts WHERE category = c.slug), 0)
      + coalesce((SELECT sum(unsold) FROM category_count_changes WHERE category = c.slug), 0)
    )::int AS "unsoldCount"
    FROM categories c ORDER BY position`.execute(db)
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

export async function findCategory(db: Db, slug: string): Promise<{ slug: string } | null> {
  const { rows } = await sql<{ slug: string }>`SELECT slug FROM categories WHERE slug = ${slug}`.execute(db)
  return rows[0] ?? null
}
