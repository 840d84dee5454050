import { cp, lchown, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { foldCategoryCounts } from '#server/categories/categories.public.ts'
import { connect } from '#server/database/connect.ts'

/** Copies the data folder of a closed shop, for another one with the same books at the same addresses. */
export async function copyShop(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true })
  if (process.getuid?.() !== 0) return
  // As root, PostgreSQL runs as another user, who owns its files.
  for (const file of ['', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(path.join(from, file))
    await lchown(path.join(to, file), uid, gid)
  }
}

/** Multiplies the shop's books until so many are for sale; the copies are older listings. */
export async function multiplyBooks(databaseUrl: string, amount: number): Promise<void> {
  // A session without a statement timeout.
  const { db, close } = connect(databaseUrl, { max: 1, answerTimeout: null })
  try {
    await sql`SET statement_timeout = 0`.execute(db)
    const { rows } = await sql<{ unsold: number }>`
      SELECT count(*)::int AS unsold FROM books WHERE state = 'unsold' AND removed_at IS NULL`.execute(db)
    const unsold = rows[0]!.unsold
    await sql`
      INSERT INTO books (seller_id, title, author, description, location, category, condition, original_price,
        resale_price, currency, year_of_purchase, mobile_number, images, created_at)
      SELECT seller_id, title, author, description, location, category, condition, original_price,
        resale_price, currency, year_of_purchase, mobile_number, images, created_at - turn * interval '1 day'
      FROM books, generate_series(1, ${Math.ceil(amount / unsold)}::int) AS turn
      WHERE state = 'unsold' AND removed_at IS NULL LIMIT ${amount - unsold}`.execute(db)
    // Work that the shop and PostgreSQL do in the background while it grows.
    await foldCategoryCounts(db)
    await sql`VACUUM ANALYZE`.execute(db)
  } finally {
    await close()
  }
}
