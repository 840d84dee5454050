import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

export interface CategoryRow {
  id: string
  slug: string
  imageUrl: string
  description: string
  unsoldCount: number
}

export async function listCategoryRows(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT id, slug, image_url AS "imageUrl", description,
      (SELECT count(*)::int FROM books b WHERE b.category = c.slug AND b.state = 'unsold' AND b.removed_at IS NULL) AS "unsoldCount"
    FROM categories c ORDER BY position`.execute(db)
  return rows
}

export async function findCategory(db: Db, slug: string): Promise<{ slug: string } | null> {
  const { rows } = await sql<{ slug: string }>`SELECT slug FROM categories WHERE slug = ${slug}`.execute(db)
  return rows[0] ?? null
}
