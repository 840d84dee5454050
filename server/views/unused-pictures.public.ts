import { sql } from 'kysely'
import type { IsUnused } from '#server/images/images.public.ts'

/** An upload `i` that no book, photo, category, order or problem shows, its own or another owner's: files are shared. */
export const isUnusedPicture: IsUnused = sql`
  NOT EXISTS (SELECT 1 FROM (SELECT unnest(images) AS url FROM books) shown WHERE shown.url = i.url)
  AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.photo_url = i.url)
  AND NOT EXISTS (SELECT 1 FROM categories c WHERE c.image_url = i.url)
  AND NOT EXISTS (SELECT 1 FROM (SELECT jsonb_path_query(book_snapshot, 'lax $.images[*]') #>> '{}' AS url FROM orders) sold
    WHERE sold.url = i.url)
  AND NOT EXISTS (SELECT 1 FROM (SELECT unnest(images) AS url FROM problem_entries) shown WHERE shown.url = i.url)`
